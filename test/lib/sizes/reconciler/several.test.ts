import { expect, test } from '@jest/globals'
import { defaultTiming } from '../../../../src/lib/loop/leader-election/config.ts'
import { LeaderElector, type Leadership } from '../../../../src/lib/loop/leader-election/leader-elector.ts'
import type { Clock } from '../../../../src/lib/ports/clock.ts'
import { applyUninstall, planUninstall } from '../../../../src/lib/sizes/install/uninstall.ts'
import { runReconciler } from '../../../../src/lib/sizes/reconciler/run-reconciler.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { isResize, runPod } from '../resize/balloons.ts'
import {
  clusterWithDesiredSizes,
  deleteBalloon,
  nothingSeen,
  observing,
  requestsOf,
  startReconciler,
  storeDesired,
  wait,
} from './kept.ts'

const minute = 60_000
const hour = 60 * minute

/** Its time of day is wrong; as with any clock, what it measures is not. */
const wrongBy = (clock: Clock, ms: number): Clock => ({
  now: () => clock.now() + ms,
  monotonic: () => clock.monotonic(),
  sleep: (pause, signal) => clock.sleep(pause, signal),
  after: (pause, then) => clock.after(pause, then),
})

function startReplica(world: InProcess, identity: string, wrongMs: number) {
  const clock = wrongBy(world.clock, wrongMs)
  const cluster = world.connect()
  const seen = nothingSeen()
  const ending = new AbortController()
  const random = () => 0.5
  const parts = { cluster, clock, random, observer: observing(seen) }
  const config = {
    leases: cluster.leases,
    name: 'lock',
    identity,
    timing: defaultTiming,
    clock,
    random,
    report: () => undefined,
  }
  const outcome = new LeaderElector(config).run(
    (leadership: Leadership) => runReconciler(parts, leadership),
    ending.signal,
  )
  outcome.catch(() => undefined)
  return {
    seen,
    async end() {
      ending.abort(new Error('SIGTERM'))
      await outcome.catch(() => undefined)
    },
  }
}

test.each([
  ['an hour ahead of', hour],
  ['an hour behind', -hour],
  ['a day ahead of', 24 * hour],
])('a replica whose clock is %s that of the leader waits, and takes over as any other', async (_, wrongMs) => {
  using world = clusterWithDesiredSizes()
  storeDesired(world, '1')
  const one = startReplica(world, 'one', 0)
  await wait(world, minute)
  const two = startReplica(world, 'two', wrongMs)
  await wait(world, 10 * minute)
  expect(two.seen).toEqual(nothingSeen())
  expect(one.seen.done).toEqual(['node-a SizeRestored resized: 3999m -> 1'])
  await one.end()
  deleteBalloon(world)
  await wait(world, 2 * minute)
  expect(requestsOf(world).cpu).toBe('3')
  expect(two.seen.done).toEqual(['node-a SizeRestored resized: 3999m -> 1'])
  expect(two.seen.failed).toEqual([])
  await two.end()
})

test('two reconcilers that know nothing of each other give a node its size once, and then rest', async () => {
  using world = clusterWithDesiredSizes()
  runPod(world, { name: 'web', cpu: '500m', memory: '1Gi' })
  storeDesired(world, '1')
  await using one = startReconciler(world)
  await using two = startReconciler(world)
  await wait(world, 5 * minute)
  expect(requestsOf(world).cpu).toBe('3')
  const resizes = () => world.sent.filter(isResize).filter(({ query }) => query?.['dryRun'] === undefined).length
  const sent = resizes()
  expect(sent).toBeLessThanOrEqual(4)
  await wait(world, hour)
  expect(resizes()).toBe(sent)
  expect([...one.seen.done, ...two.seen.done].filter((line) => /resized: 3999m -> 1$/.test(line))).not.toEqual([])
})

test('a reconciler that is left after uninstall finds nothing to do, and does not fail', async () => {
  using world = clusterWithDesiredSizes()
  storeDesired(world, '1')
  await using loop = startReconciler(world)
  await wait(world, minute)
  const plan = await planUninstall(world.cluster, limits)
  await applyUninstall(world, { plan, dryRun: 'none', timeoutMs: minute }, limits)
  const writes = () => world.sent.filter(({ method }) => !['GET', 'DELETE'].includes(method)).length
  const before = writes()
  await wait(world, hour)
  expect(loop.seen.done).toEqual(['node-a SizeRestored resized: 3999m -> 1'])
  expect(loop.seen.failed).toEqual([])
  expect(loop.seen.decided.at(-1)).toBe('node-a gone')
  expect(writes()).toBe(before)
})
