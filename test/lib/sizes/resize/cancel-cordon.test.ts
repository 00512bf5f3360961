import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden } from '../../cluster/clusters.ts'
import { askedOf, balloonOf, resizeByHand, resizeNodes, runPod } from './balloons.ts'
import { cordonAs, cordonByHand, cordonOf, free, theirs } from './cordons.ts'
import { failing, fourCores, setCpu, shrunk } from './four-cores.ts'

let world: InProcess
beforeEach(() => {
  world = fourCores()
})
afterEach(() => world[Symbol.dispose]())

describe('cancel', () => {
  const cancel = (dryRun: 'none' | 'client' = 'none') =>
    resizeNodes(world, { nodes: { by: 'all' }, size: 'granted', timeoutMs: 5_000, dryRun })

  test('undoes the cordon of a killed command, and its resize', async () => {
    const asked = askedOf(world)
    cordonAs(world, 'joe', { agoMs: 1_000 })
    runPod(world, { name: 'large', cpu: '2', memory: '1Gi' })
    resizeByHand(world, shrunk)
    world.sandbox.advance(1_000)
    const [item] = await cancel()
    expect(item?.outcome.value).toMatchObject({ outcome: 'resized', notes: [{ reason: 'Uncordoned', by: 'joe' }] })
    expect(cordonOf(world)).toEqual(free)
    expect(asked.at(-1)).toEqual({ cpu: '1m', memory: '16Mi' })
  })
  test('says so in a dry run, and undoes nothing', async () => {
    const mark = cordonAs(world, 'joe', { agoMs: 1_000 })
    const [item] = await cancel('client')
    expect(item?.outcome.value).toMatchObject({ outcome: 'unchanged', notes: [{ reason: 'WouldUncordon', by: 'joe' }] })
    expect(cordonOf(world)).toEqual({ cordoned: true, mark })
  })
  test('fails if it cannot undo the cordon, though it has undone the resize', async () => {
    const mark = cordonAs(world, 'joe', { agoMs: 1_000 })
    runPod(world, { name: 'large', cpu: '2', memory: '1Gi' })
    resizeByHand(world, shrunk)
    world.sandbox.advance(1_000)
    world.mishap = ({ method, path }) =>
      method === 'PATCH' && path === '/api/v1/nodes/node-a' ? forbidden('nobody may patch nodes now') : undefined
    const [item] = await cancel()
    expect(item?.outcome.failure).toEqual(failing('refused', { reason: 'CordonLeft', after: undefined }))
    expect(cordonOf(world)).toEqual({ cordoned: true, mark })
    expect(balloonOf(world).spec.containers[0]?.resources?.requests).toEqual({ cpu: '1m', memory: '16Mi' })
  })
  test('leaves the cordon of a person', async () => {
    cordonByHand(world)
    expect((await cancel())[0]?.outcome.value?.notes).toEqual([])
    expect(cordonOf(world)).toEqual(theirs)
  })
  test('leaves a command that runs without a cordon to undo', async () => {
    world.clock.after(100, () => void cancel())
    expect(await setCpu(world, '2')).toMatchObject({ outcome: 'resized' })
    expect(cordonOf(world)).toEqual(free)
    expect(balloonOf(world).spec.containers[0]?.resources?.requests).toEqual(shrunk)
  })
})
