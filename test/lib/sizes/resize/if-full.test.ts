import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import { planResizes } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { askedOf, balloonOf, type Quantities, resizeByHand } from './balloons.ts'
import { cordonOf, cordonsOf, free } from './cordons.ts'
import { failing, floor, fourCores, setCpu, theirs } from './four-cores.ts'

let world: InProcess
let asked: readonly Quantities[]
beforeEach(() => {
  world = fourCores()
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

/** The node has 4 cores, and its pod requests one. */
const claim = { cpu: '3500m', memory: '16Mi' }
const end = (path: string) => world.asAdmin({ method: 'DELETE', path, body: { gracePeriodSeconds: 0 } })
const endWeb = () => end(podPath('default', 'web'))
const wait = (signal?: AbortSignal) => setCpu(world, '500m', { ifFull: 'wait', ...(signal && { signal }) })

describe('wait', () => {
  test('has the size as soon as the pod has gone', async () => {
    world.clock.after(2_000, endWeb)
    expect(await wait()).toMatchObject({ outcome: 'resized', after: { cpu: 500n } })
    expect(asked).toEqual([claim])
  })
  test('reverts when nothing has gone in time', async () => {
    const because = expect.objectContaining({ reason: 'ResizeDeferred' })
    const fact = { reason: 'WaitedInVain', waitedMs: 5_000, because }
    await expect(wait()).rejects.toEqual(failing('reverted', fact))
    expect(asked).toEqual([claim, floor])
  })
  test('reverts after Ctrl-C', async () => {
    const controller = new AbortController()
    world.clock.after(2_000, () => controller.abort(new Failure('interrupted', { reason: 'Interrupted' })))
    await expect(wait(controller.signal)).rejects.toMatchObject({ code: 'interrupted' })
    expect(asked).toEqual([claim, floor])
  })
  test('ends when another client resizes the node', async () => {
    world.clock.after(2_000, () => resizeByHand(world, theirs))
    await expect(wait()).rejects.toMatchObject({ code: 'conflict', fact: { reason: 'ResizedSince' } })
    expect(asked).toEqual([claim, theirs])
  })
  test('does not keep the node cordoned: once it is deferred, the scheduler counts it', async () => {
    const seen = cordonsOf(world)
    const inWait: unknown[] = []
    world.clock.after(2_000, () => inWait.push(cordonOf(world)))
    await wait().catch(() => undefined)
    expect(seen.map(({ cordoned }) => cordoned)).toEqual([true, false])
    expect(inWait).toEqual([free])
  })
  test('says what it waits for before it does', async () => {
    const size = { cpu: parseSize('cpu', '500m') }
    const request = { nodes: { by: 'all' }, size, ifFull: 'wait', timeoutMs: 5_000, dryRun: 'none' } as const
    const because = expect.objectContaining({ reason: 'NoRoom' })
    expect((await planResizes(world, request, limits)).notes).toEqual([
      expect.objectContaining({ reason: 'WaitsForRoom', timeoutMs: 5_000, because }),
    ])
  })
})

describe('partial', () => {
  const missing = { cpu: 500n, memory: 0n }
  const partial = (dryRun: 'none' | 'client' = 'none') => setCpu(world, '500m', { ifFull: 'partial', dryRun })

  test('takes what fits, and says what is missing', async () => {
    const change = await partial()
    expect(change).toMatchObject({ outcome: 'partial', after: { cpu: 1_000n }, missing })
    expect(change.warnings).toEqual([expect.objectContaining({ reason: 'OnlyAPartFits', missing })])
    expect(asked).toEqual([theirs])
  })
  test('takes nothing the second time', async () => {
    await partial()
    await expect(partial()).rejects.toEqual(failing('refused', { reason: 'NoRoom' }))
  })
  test('says the same in a dry run', async () => {
    expect(await partial('client')).toMatchObject({ outcome: 'planned', after: { cpu: 1_000n }, missing })
  })
  test('gives the next balloon what was asked for, not what fitted', async () => {
    world.sandbox.kubeletDelay(1_000)
    const path = podPath('kube-system', balloonOf(world).metadata.name)
    world.clock.after(600, () => {
      endWeb()
      end(path)
    })
    const change = await partial()
    expect(change).toMatchObject({ outcome: 'resized', after: { cpu: 500n } })
    expect(change).not.toHaveProperty('missing')
    expect(asked.at(-1)).toEqual(claim)
  })
})
