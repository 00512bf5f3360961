import { expect, test } from '@jest/globals'
import { defaultTiming } from '../../../../src/lib/loop/leader-election/config.ts'
import { LeaderElector, type Leadership } from '../../../../src/lib/loop/leader-election/leader-elector.ts'
import { runReconciler } from '../../../../src/lib/sizes/reconciler/run-reconciler.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { isResize, runPod } from '../resize/balloons.ts'
import {
  clusterWithDesiredSizes,
  deleteBalloon,
  nothingSeen,
  observing,
  requestsOf,
  storeDesired,
  wait,
} from './kept.ts'
import { type Death, type Life, mortal } from './mortal.ts'

const minute = 60_000

function startReplica(world: InProcess, identity: string, death?: Death) {
  const life: Life = { calls: [], isDead: false }
  const ending = new AbortController()
  const cluster = mortal(world.connect(), death, life)
  const { clock } = world
  const seen = nothingSeen()
  const parts = { cluster, clock, random: () => 0.5, observer: observing(seen) }
  const config = {
    ...{ leases: cluster.leases, name: 'lock', identity, timing: defaultTiming, clock },
    ...{ random: () => 0.5, report: () => undefined },
  }
  const outcome = new LeaderElector(config).run(
    (leadership: Leadership) => runReconciler(parts, leadership),
    ending.signal,
  )
  outcome.catch(() => undefined)
  return { life, seen, outcome, end: () => ending.abort(new Error('SIGTERM')) }
}

const isCordoned = (world: InProcess): boolean =>
  world.asAdmin<{ spec?: { unschedulable?: boolean } }>({ method: 'GET', path: '/api/v1/nodes/node-a' }).spec
    ?.unschedulable === true

/** What a leader asks the cluster for while it restores one node. */
async function callsOfOneRestore(): Promise<readonly string[]> {
  using world = clusterWithDesiredSizes()
  storeDesired(world, '1')
  const one = startReplica(world, 'one')
  await wait(world, minute)
  one.end()
  await one.outcome
  return one.life.calls
}

const calls = await callsOfOneRestore()

test('a restore is few calls', () => {
  const look = 'nodes.pods'
  const cordon = ['nodes.schedule', 'nodes.read', look]
  const resize = ['balloons.resize', 'balloons.resize']
  expect(calls.slice(0, 7)).toEqual(['nodes.foldPods', look, ...cordon, ...resize])
  expect(calls.slice(7, 9)).toEqual(['nodes.read', 'nodes.schedule'])
  expect(calls.slice(9).every((call) => call === look || call === 'nodes.read')).toBe(true)
  expect(calls.length).toBeLessThan(14)
})

const deaths = calls.flatMap((call, atCall) =>
  (['before', 'after'] as const).map((when) => [when, `${atCall + 1}, ${call}`, { atCall, when }] as const),
)

test.each(deaths)(
  'a leader that dies %s its call %s is replaced, and the node gets its size',
  async (_when, _call, death) => {
    using world = clusterWithDesiredSizes()
    runPod(world, { name: 'web', cpu: '500m', memory: '1Gi' })
    storeDesired(world, '1')
    const one = startReplica(world, 'one', death)
    await wait(world, 1_000)
    const two = startReplica(world, 'two')
    await wait(world, 2 * minute)
    expect(one.life.isDead).toBe(true)
    expect(requestsOf(world).cpu).toBe('3')
    expect(isCordoned(world)).toBe(false)
    const resizes = world.sent.filter(isResize).filter(({ query }) => query?.['dryRun'] === undefined)
    expect(resizes.length).toBeLessThanOrEqual(2)
    deleteBalloon(world)
    await wait(world, minute)
    expect(requestsOf(world).cpu).toBe('3')
    two.end()
    await two.outcome
  },
)

test('a leader that has lost its Lease writes nothing any more', async () => {
  using world = clusterWithDesiredSizes()
  const one = startReplica(world, 'one')
  await wait(world, minute)
  world.mishap = ({ path, method }) => (path.includes('/leases') && method !== 'GET' ? { kind: 'refuse' } : undefined)
  await expect(one.outcome).rejects.toMatchObject({ fact: { reason: 'LeadershipLost' } })
  const sent = world.sent.length
  storeDesired(world, '1')
  deleteBalloon(world)
  await wait(world, 5 * minute)
  expect(world.sent.length).toBe(sent)
})

test('an orderly end reverts what is not granted, and then releases the Lease', async () => {
  using world = clusterWithDesiredSizes()
  const one = startReplica(world, 'one')
  await wait(world, minute)
  storeDesired(world, '1')
  world.sandbox.kubeletDelay(120_000)
  await wait(world, 15_000)
  expect(requestsOf(world).cpu).toBe('3')
  one.end()
  await one.outcome
  expect(requestsOf(world).cpu).toBe('1m')
  const writes = world.sent.filter(({ method }) => method === 'PATCH')
  expect(writes.at(-1)).toMatchObject({
    path: expect.stringContaining('/leases/lock'),
    body: { spec: { holderIdentity: '' } },
  })
  expect(writes.findLastIndex(isResize)).toBeLessThan(writes.length - 1)
})
