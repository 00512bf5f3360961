import { describe, expect, test } from '@jest/globals'
import { balloon } from '../../../../src/lib/names.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { report } from '../../fleet/status/reports.ts'
import { giveBalloon, isResize, runPod } from '../resize/balloons.ts'
import {
  clusterWithDesiredSizes,
  requestsOf,
  setAllocatable,
  startReconciler,
  storeDesired,
  wait,
  writeDesiredSize,
} from './kept.ts'

const minute = 60_000

describe('an agent that is about to lower allocatable', () => {
  const held = {
    phase: 'Held',
    problem: { reason: 'BalloonHoldsRoom' },
    allocatable: { cpu: '2500m', memory: '16Gi' },
  } as const

  test('gets the room first, and the balloon takes again what fits after the restart', async () => {
    using world = clusterWithDesiredSizes()
    runPod(world, { name: 'web', cpu: '1', memory: '1Gi' })
    storeDesired(world, '2')
    await using loop = startReconciler(world)
    await wait(world, minute)
    report(world, 'node-a', held)
    await wait(world, 5_000)
    expect(requestsOf(world)).toEqual({ cpu: '1m', memory: '16Mi' })
    expect(loop.seen.done.at(-1)).toMatch(/^node-a AllocatableWillShrink resized/)
    await wait(world, 2 * minute)
    expect(requestsOf(world).cpu).toBe('1m')
    for (const phase of ['Resolving', 'Trial', 'Applying'] as const) {
      report(world, 'node-a', { phase, allocatable: held.allocatable })
      await wait(world, minute)
      expect([phase, requestsOf(world).cpu]).toEqual([phase, '1m'])
    }
    setAllocatable(world, '2500m')
    report(world, 'node-a', { phase: 'Trial' })
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('500m')
  })

  test.each([
    ['is held for another reason', { ...held, problem: { reason: 'NeedsDrain' } }],
    ['announces what is there already', { ...held, allocatable: { cpu: '4', memory: '16Gi' } }],
    ['announces nothing', { ...held, allocatable: undefined }],
  ])('gets nothing when it %s', async (_, given) => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '2')
    await using loop = startReconciler(world)
    await wait(world, minute)
    report(world, 'node-a', given as never)
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('2')
    expect(loop.seen.done).toHaveLength(1)
  })

  test('gets nothing when it was not heard for long: it may be dead', async () => {
    using world = clusterWithDesiredSizes()
    report(world, 'node-a', held)
    await wait(world, 20 * minute)
    storeDesired(world, '2')
    await using _loop = startReconciler(world)
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('2')
  })
})

test('many nodes are restored a few at a time, and looked at with one pass over the pods', async () => {
  const names = Array.from({ length: 40 }, (_, i) => ({ name: `node-${i + 10}` }))
  using world = clusterWithDesiredSizes(...names)
  for (const { name } of names) storeDesired(world, '1', name)
  let open = 0
  let most = 0
  world.mishap = (call) => {
    if (isResize(call) && call.query?.['dryRun'] === undefined) {
      most = Math.max(most, ++open)
      world.clock.after(500, () => open--)
      return { kind: 'delay', ms: 500 }
    }
    return undefined
  }
  await using loop = startReconciler(world)
  await wait(world, 8_000)
  const lists = world.sent.filter(({ path, query }) => path === '/api/v1/pods' && query?.['watch'] !== 'true')
  expect(lists).toHaveLength(1)
  await wait(world, 2 * minute)
  expect(loop.seen.done).toHaveLength(40)
  expect(most).toBeLessThanOrEqual(10)
  const later = world.sent.filter(({ path, query }) => path === '/api/v1/pods' && query?.['watch'] !== 'true')
  expect(later.length - lists.length).toBeLessThanOrEqual(5 * 40)
})

test('a pod of somebody else with the label of a balloon changes nothing', async () => {
  using world = clusterWithDesiredSizes()
  storeDesired(world, '2')
  await using loop = startReconciler(world)
  await wait(world, minute)
  world.asAdmin({
    ...{ method: 'POST', path: '/api/v1/namespaces/kube-system/pods' },
    body: {
      metadata: { name: 'spoof', labels: { 'nodesize.kubeletcfg.dev/balloon': 'true' } },
      spec: {
        nodeName: 'node-a',
        containers: [{ name: 'balloon', image: 'x', resources: { requests: { cpu: '1' } } }],
      },
    },
  })
  await wait(world, 5 * minute)
  expect(loop.seen.done).toHaveLength(1)
})

test('a balloon that was resized by another client is left alone by the next resync, too', async () => {
  using world = clusterWithDesiredSizes()
  giveBalloon(world, { cpu: '1', memory: '16Mi' })
  storeDesired(world, '2')
  await using loop = startReconciler(world)
  await wait(world, 30 * minute)
  expect(requestsOf(world).cpu).toBe('1')
  expect(loop.seen.resyncs).toBeGreaterThan(1)
})

describe('a cordon that a command left behind when it was killed', () => {
  /** Of a command that may run for ten minutes. */
  const mark = (at: number) =>
    JSON.stringify({ by: 'ada', at: new Date(at).toISOString(), until: new Date(at + 10 * minute).toISOString() })
  const cordon = (world: InProcess, text: string): void => {
    const body = { metadata: { annotations: { [balloon.cordonAnnotation]: text } }, spec: { unschedulable: true } }
    const query = { fieldManager: balloon.fieldManager }
    const contentType = 'application/merge-patch+json'
    world.asAdmin({ method: 'PATCH', path: '/api/v1/nodes/node-a', query, contentType, body })
  }
  const isCordoned = (world: InProcess): boolean =>
    world.asAdmin<{ spec?: { unschedulable?: boolean } }>({ method: 'GET', path: '/api/v1/nodes/node-a' }).spec
      ?.unschedulable === true

  test.each([
    ['before the start', 0],
    ['after the start', 0],
    ['by a clock that is an hour behind', -60 * minute],
    ['by a clock that is an hour ahead', 60 * minute],
  ])('is undone when the command has certainly ended, made %s', async (when, aheadMs) => {
    using world = clusterWithDesiredSizes()
    const text = mark(world.clock.now() + aheadMs)
    if (when === 'before the start') cordon(world, text)
    await using loop = startReconciler(world)
    if (when !== 'before the start') cordon(world, text)
    await wait(world, 9 * minute)
    expect(isCordoned(world)).toBe(true)
    await wait(world, 2 * minute)
    expect(isCordoned(world)).toBe(false)
    expect(loop.seen.done).toEqual(['node-a Uncordoned'])
  })

  test('stays when its mark is not one', async () => {
    using world = clusterWithDesiredSizes()
    cordon(world, 'mine')
    await using _loop = startReconciler(world)
    await wait(world, 30 * minute)
    expect(isCordoned(world)).toBe(true)
  })
})

test.each([
  ['size', '3', '7'],
  ['balloon', '2', '2'],
] as const)('after a hotplug, hold %s leaves the balloon at %s before and at %s after', async (hold, before, after) => {
  using world = clusterWithDesiredSizes()
  writeDesiredSize(world, 'node-a', JSON.stringify({ cpu: hold === 'size' ? '1' : '2', hold }))
  await using _loop = startReconciler(world)
  await wait(world, minute)
  expect(requestsOf(world).cpu).toBe(before)
  setAllocatable(world, '8')
  await wait(world, minute)
  expect(requestsOf(world).cpu).toBe(after)
})
