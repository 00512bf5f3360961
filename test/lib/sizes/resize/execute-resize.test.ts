import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import { setSize } from '../../../../src/lib/sizes/resize/execute-resize.ts'
import { measureNode } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden } from '../../cluster/clusters.ts'
import { askedOf, balloonOf, giveBalloon, isResize, type Quantities, resizeByHand } from './balloons.ts'
import { failing, floor, fourCores, onResizes, setCpu, shrunk, theirs } from './four-cores.ts'

let world: InProcess
let asked: readonly Quantities[]

beforeEach(() => {
  world = fourCores()
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

const set = (cpu: string, how?: Parameters<typeof setCpu>[2]) => setCpu(world, cpu, how)

/** Is this about the balloon alone, as a watch is? */
const isOfOne = (query: Readonly<Record<string, string | undefined>> | undefined): boolean =>
  query?.['fieldSelector']?.startsWith('metadata.name=') ?? false

describe('a resize that is granted', () => {
  test('is one request, and says before and after', async () => {
    expect(await set('2')).toMatchObject({ outcome: 'resized', before: { cpu: 3_999n }, after: { cpu: 2_000n } })
    expect(asked).toEqual([shrunk])
  })
  test('is not sent again', async () => {
    await set('2')
    expect(await set('2')).toMatchObject({ outcome: 'unchanged' })
    expect(world.sent.filter(isResize)).toHaveLength(1)
  })
  test.each<DryRunMode>(['client', 'server'])('is only planned in a %s dry run', async (dryRun) => {
    expect(await set('2', { dryRun })).toMatchObject({ outcome: 'planned', after: { cpu: 2_000n } })
    expect(asked).toEqual([])
  })
})

describe('a resize that is not granted', () => {
  test('is reverted when it is deferred, with the words of the kubelet', async () => {
    world.sandbox.latePod('node-a')
    const noRoom = "Node didn't have enough resource: cpu, requested: 2000, used: 3999, capacity: 4000"
    const because = expect.objectContaining({ reason: 'ResizeDeferred', kubeletMessage: noRoom })
    const deferral = expect.objectContaining({ resource: 'cpu', used: 3_999n })
    await expect(set('2')).rejects.toEqual(failing('reverted', { reason: 'ResizeReverted', because, deferral }))
    expect(asked).toEqual([shrunk, floor])
  })
  test('is reverted when the kubelet stays silent', async () => {
    world.sandbox.stopKubelet('node-a')
    await expect(set('2')).rejects.toEqual(failing('timeout', { reason: 'UnconfirmedReverted' }))
    expect(asked).toEqual([shrunk, floor])
  })
  test('stays asked when it makes the node larger: it can only be late', async () => {
    giveBalloon(world, shrunk)
    world.sandbox.stopKubelet('node-a')
    await expect(set('max')).rejects.toEqual(failing('timeout', { reason: 'ResizeNotConfirmed' }))
    expect(asked).toEqual([shrunk, floor])
  })
  test('is not even sent when nobody could wait for the kubelet', async () => {
    world.mishap = ({ query }) => (isOfOne(query) ? forbidden('you cannot list pods') : undefined)
    await expect(set('2')).rejects.toEqual(failing('refused', { reason: 'AccessDenied' }))
    expect(asked).toEqual([])
  })
  test('is reverted when waiting itself fails, and stays the failure that it was', async () => {
    world.mishap = ({ query }) =>
      isOfOne(query) && query?.['watch'] === 'true' ? forbidden('you cannot watch pods') : undefined
    const because = expect.objectContaining({ reason: 'AccessDenied' })
    await expect(set('2')).rejects.toEqual(failing('refused', { reason: 'UnconfirmedReverted', because }))
    expect(asked).toEqual([shrunk, floor])
  })
  test('is refused before anything is sent when pods are in the way', async () => {
    await expect(set('500m')).rejects.toEqual(failing('refused', { reason: 'NoRoom' }))
    expect(asked).toEqual([])
  })
  test('is reverted after Ctrl-C', async () => {
    const controller = new AbortController()
    world.sandbox.stopKubelet('node-a')
    world.clock.after(1_000, () => controller.abort(new Failure('interrupted', { reason: 'Interrupted' })))
    await expect(set('2', { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
    expect(asked).toEqual([shrunk, floor])
  })
})

test('the loser of two writers is told what size the other gave the node', async () => {
  onResizes(world, () => resizeByHand(world, theirs) as undefined)
  const now = expect.objectContaining({ cpu: 1_000n })
  const before = expect.objectContaining({ cpu: 3_999n })
  await expect(set('2')).rejects.toEqual(failing('conflict', { reason: 'ResizedMeanwhile', before, now }))
})

describe('a balloon that is replaced meanwhile', () => {
  /** Somebody deletes the balloon before its kubelet has looked at the first resize. */
  const replaceOnce = (): void => {
    const path = podPath('kube-system', balloonOf(world).metadata.name)
    onResizes(world, () => {
      world.clock.after(2, () => world.asAdmin({ method: 'DELETE', path }))
      return undefined
    })
  }

  test('hands the size on to the next one, once', async () => {
    replaceOnce()
    expect(await set('2')).toMatchObject({ outcome: 'resized' })
    expect(asked).toEqual([shrunk, shrunk])
  })
  test('does not change what a relative size, or a resource not named, was meant to be', async () => {
    giveBalloon(world, { cpu: '1', memory: '4Gi' })
    replaceOnce()
    expect(await set('-1')).toMatchObject({ after: { cpu: 2_000n, memory: 12n * 2n ** 30n } })
    expect(asked.at(-1)).toEqual({ cpu: '2', memory: '4Gi' })
  })
})

test('a resize that makes the node larger and is late is waited for, and the size is what was granted', async () => {
  giveBalloon(world, shrunk)
  world.sandbox.kubeletDelay(2_000)
  resizeByHand(world, floor)
  const full = expect.objectContaining({ cpu: 3_999n })
  expect(await set('max')).toMatchObject({ outcome: 'unchanged', before: full, after: full })
})

test("somebody else's equal resize is waited for, but not in a dry run", async () => {
  world.sandbox.kubeletDelay(2_000)
  resizeByHand(world, shrunk)
  const before = world.clock.now()
  expect(await set('2', { dryRun: 'client' })).toMatchObject({ outcome: 'unchanged' })
  expect(world.clock.now() - before).toBeLessThan(2_000)
  expect(await set('2')).toMatchObject({ outcome: 'unchanged' })
  expect(world.clock.now() - before).toBeGreaterThanOrEqual(2_000)
})

test.each<[string, () => unknown]>([
  ['is granted', () => undefined],
  ['is deferred', () => world.sandbox.latePod('node-a')],
  ['is not answered', () => world.sandbox.stopKubelet('node-a')],
  [
    'was requested before',
    () => {
      world.sandbox.kubeletDelay(2_000)
      resizeByHand(world, shrunk)
    },
  ],
])('no watch is left open by a resize that %s', async (_, happens) => {
  const signals: AbortSignal[] = []
  const { balloons } = world.cluster
  const watch: typeof balloons.watch = (name, limits, since) => {
    signals.push(limits.signal)
    return balloons.watch(name, limits, since)
  }
  Object.assign(world, { cluster: { ...world.cluster, balloons: { ...balloons, watch } } })
  happens()
  await set('2').catch(() => undefined)
  expect(signals).not.toHaveLength(0)
  expect(signals.filter(({ aborted }) => !aborted)).toEqual([])
})

test('nothing is sent after Ctrl-C, though nothing has to be read before it', async () => {
  const measured = await measureNode(world.cluster, 'node-a', { signal: new AbortController().signal })
  const { length } = world.sent
  const request = { size: { cpu: parseSize('cpu', '2') }, timeoutMs: 5_000, dryRun: 'none', noCordon: true } as const
  const readBefore = { resourceVersion: '1', isFreeOfLimits: true }
  const signal = AbortSignal.abort(new Failure('interrupted', { reason: 'Interrupted' }))
  await expect(setSize(world, { measured, request, readBefore }, { signal })).rejects.toMatchObject({
    code: 'interrupted',
  })
  expect(world.sent).toHaveLength(length)
})
