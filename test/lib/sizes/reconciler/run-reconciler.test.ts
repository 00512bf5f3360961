import { describe, expect, test } from '@jest/globals'
import { giveBalloon, resizeByHand, runPod } from '../resize/balloons.ts'
import {
  clusterWithDesiredSizes,
  deleteBalloon,
  desiredSizesIn,
  requestsOf,
  setAllocatable,
  startReconciler,
  storeDesired,
  wait,
  writeDesiredSize,
} from './kept.ts'

const minute = 60_000

describe('a reconciler', () => {
  test('fulfils a desired size that was stored before, and does nothing more', async () => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '1')
    await using loop = startReconciler(world)
    await wait(world, minute)
    expect(loop.seen.done).toEqual(['node-a SizeRestored resized: 3999m -> 1'])
    const sent = world.sent.length
    await wait(world, 4 * minute)
    expect(world.sent.length - sent).toBeLessThan(10)
    expect(loop.seen.done).toHaveLength(1)
  })

  test('gives the size back to a node whose balloon is replaced', async () => {
    using world = clusterWithDesiredSizes()
    await using loop = startReconciler(world)
    await wait(world, minute)
    storeDesired(world, '1')
    await wait(world, minute)
    deleteBalloon(world)
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('3')
    expect(loop.seen.done).toHaveLength(2)
    expect(loop.seen.failed).toEqual([])
  })

  test('grows into free room only, and takes the rest when there is some', async () => {
    using world = clusterWithDesiredSizes()
    runPod(world, { name: 'web', cpu: '2', memory: '1Gi' })
    storeDesired(world, '1')
    await using loop = startReconciler(world)
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('2')
    expect(loop.seen.decided.at(-1)).toBe('node-a NoRoomForDesiredSize')
    world.asAdmin({ method: 'DELETE', path: '/api/v1/namespaces/default/pods/web' })
    await wait(world, 2 * minute)
    expect(requestsOf(world).cpu).toBe('3')
  })

  test('gives back at once when allocatable falls, and takes it again when it rises', async () => {
    using world = clusterWithDesiredSizes()
    runPod(world, { name: 'web', cpu: '1', memory: '1Gi' })
    storeDesired(world, '2')
    await using loop = startReconciler(world)
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('2')
    setAllocatable(world, '2500m')
    await wait(world, 2_000)
    expect(requestsOf(world).cpu).toBe('500m')
    expect(loop.seen.done.at(-1)).toBe('node-a NodeOvercommitted resized: 500m -> 2')
    setAllocatable(world, '4')
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('2')
  })

  test('leaves a balloon that another client has resized', async () => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '2')
    await using loop = startReconciler(world)
    await wait(world, minute)
    giveBalloon(world, { cpu: '1', memory: '16Mi' })
    await wait(world, 30 * minute)
    expect(requestsOf(world).cpu).toBe('1')
    expect(loop.seen.decided.at(-1)).toBe('node-a ResizedByOther')
  })

  test('reports a desired size that cannot be read, leaves it as it is, and keeps the sizes of the others', async () => {
    using world = clusterWithDesiredSizes({}, { name: 'node-b' })
    await using loop = startReconciler(world)
    storeDesired(world, '2', 'node-a')
    storeDesired(world, '2', 'node-b')
    await wait(world, minute)
    writeDesiredSize(world, 'node-a', '{"cpu":"lots"}')
    deleteBalloon(world, 'node-a')
    deleteBalloon(world, 'node-b')
    const before = desiredSizesIn(world)
    await wait(world, 5 * minute)
    expect(loop.seen.decided).toContain('node-a DesiredSizeInvalid')
    expect([requestsOf(world, 'node-a').cpu, requestsOf(world, 'node-b').cpu]).toEqual(['1m', '2'])
    expect(desiredSizesIn(world)).toEqual(before)
  })

  test('forgets a node whose desired size is removed, and leaves its balloon', async () => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '2')
    await using loop = startReconciler(world)
    await wait(world, minute)
    writeDesiredSize(world, 'node-a', undefined)
    await wait(world, minute)
    expect(loop.seen.decided.at(-1)).toBe('node-a gone')
    expect(requestsOf(world).cpu).toBe('2')
  })

  test('reverts a resize that is deferred, and tries again later, more and more rarely', async () => {
    using world = clusterWithDesiredSizes()
    world.sandbox.latePod('node-a')
    storeDesired(world, '1')
    await using loop = startReconciler(world)
    await wait(world, minute)
    expect(loop.seen.failed).toEqual(['node-a ResizeReverted 1'])
    expect(requestsOf(world).cpu).toBe('1m')
  })

  test.each(['a kubelet that is down', 'a Deferred claim of a command that was killed'])(
    'never leaves a claim of %s for longer than five minutes',
    async (what) => {
      using world = clusterWithDesiredSizes()
      storeDesired(world, '3999m')
      await using loop = startReconciler(world)
      await wait(world, minute)
      if (what.startsWith('a kubelet')) world.sandbox.stopKubelet('node-a')
      else world.sandbox.latePod('node-a')
      resizeByHand(world, { cpu: '2', memory: '16Mi' })
      await wait(world, 4 * minute)
      expect(requestsOf(world).cpu).toBe('2')
      await wait(world, minute + 5_000)
      expect(requestsOf(world).cpu).toBe('1m')
      expect(loop.seen.done.at(-1)).toMatch(/ResizeNotGrantedInTime reverted/)
    },
  )

  test('goes on after the API server was away', async () => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '2')
    await using loop = startReconciler(world)
    await wait(world, minute)
    world.sandbox.unavailable(1, 10 * minute)
    await wait(world, 11 * minute)
    deleteBalloon(world)
    await wait(world, 2 * minute)
    expect(requestsOf(world).cpu).toBe('2')
    expect(await loop.end()).toBe('ended')
  })

  test('without the right to list pods ends with a failure', async () => {
    using world = clusterWithDesiredSizes()
    world.mishap = ({ path }) =>
      path.endsWith('/pods') ? { kind: 'answer', status: 403, body: { kind: 'Status', code: 403 } } : undefined
    const loop = startReconciler(world)
    await wait(world, minute)
    expect(await loop.end()).toMatchObject({ code: 'refused' })
  })
})
