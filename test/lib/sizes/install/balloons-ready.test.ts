import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import type { WatchFact } from '../../../../src/lib/cluster/watch-messages.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { balloonsReady, type Readiness } from '../../../../src/lib/sizes/install/balloons-ready.ts'
import { everyLinuxNode } from '../../../../src/lib/sizes/model/installation.ts'
import { survey } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { balloonOf, bindPod, install } from '../resize/balloons.ts'
import { failing } from '../resize/four-cores.ts'

let world: InProcess
let reports: Readiness[]
let notices: WatchFact[]

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' }, { name: 'control-plane', labels: {} })
  reports = []
  notices = []
})
afterEach(() => world[Symbol.dispose]())

const wait = (signal = limits.signal) => {
  const { cluster, clock } = world
  const report = (readiness: Readiness) => reports.push(readiness)
  const notice = (fact: WatchFact) => notices.push(fact)
  return balloonsReady({ cluster, clock, collections: cluster.collections, report, notice }, 20_000, { signal })
}
const counted = () => reports.map(({ selected, missing }) => `${selected - missing.length} of ${selected}`)
const missing = (reason: string, name = 'node-a', more: object = {}) =>
  expect.objectContaining({ reason, subject: { kind: 'Node', name }, ...more })
const notReady = (code: 'timeout' | 'interrupted', ...nodes: readonly unknown[]) =>
  failing(code, { reason: 'BalloonsNotReady', nodes })

test('ends when the balloons of all selected nodes can be resized, and reports how many can', async () => {
  world.sandbox.kubeletDelay(3_000)
  install(world)
  await wait()
  expect(counted()).toEqual(expect.arrayContaining(['0 of 2', '2 of 2']))
  const { sizes } = await survey(world.cluster, { by: 'all' }, limits)
  expect(sizes.map(({ state }) => state)).toEqual(['NotManaged', 'Ready', 'Ready'])
})

test('ends at once when all balloons are ready, and leaves no watch open', async () => {
  install(world)
  world.sandbox.advance(5_000)
  expect(await world.count(() => wait())).toMatchObject({ requests: 5 })
  expect(counted()).toEqual(['2 of 2'])
})

test('receives changes by watch, and sends no further lists', async () => {
  world.sandbox.kubeletDelay(15_000)
  install(world)
  expect((await world.count(() => wait())).requests).toBeLessThanOrEqual(5)
})

test('follows nodes that join and nodes that leave', async () => {
  world.sandbox.stopKubelet('node-a')
  install(world)
  world.clock.after(5_000, () => world.asAdmin({ method: 'DELETE', path: '/api/v1/nodes/node-a' }))
  await wait()
  expect(counted()).toEqual(['1 of 2', '1 of 1'])
})

test('reports at its deadline which balloons are not ready, and why', async () => {
  world.sandbox.stopKubelet('node-a')
  bindPod(world, { name: 'large', node: 'node-b', cpu: '4', memory: '16Gi' })
  install(world)
  await expect(wait()).rejects.toEqual(
    notReady(
      'timeout',
      missing('BalloonNotStarted'),
      missing('BalloonNotScheduled', 'node-b', { schedulerMessage: expect.stringContaining('Insufficient') }),
    ),
  )
  expect(world.clock.now() - Date.UTC(2026, 10, 21)).toBeLessThan(25_000)
})

test('reports the same when it is interrupted', async () => {
  world.sandbox.stopKubelet('node-a')
  install(world)
  const controller = new AbortController()
  world.clock.after(2_000, () => controller.abort(new Error('Ctrl-C')))
  await expect(wait(controller.signal)).rejects.toEqual(notReady('interrupted', missing('BalloonNotStarted')))
})

/** After 3 s, the API server cannot be reached for so long. */
function loseServer(ms: number): void {
  world.clock.after(3_000, () => {
    const until = world.clock.now() + ms
    world.mishap = () => (world.clock.now() < until ? { kind: 'refuse' } : undefined)
    world.breakWatches()
  })
}

test('reports that the server cannot be reached, because the missing balloons may be outdated', async () => {
  world.sandbox.stopKubelet('node-a')
  install(world)
  loseServer(60_000)
  await expect(wait()).rejects.toEqual(notReady('timeout', missing('BalloonNotStarted')))
  expect(notices).toEqual([{ reason: 'WatchLost', because: expect.objectContaining({ reason: 'ConnectionRefused' }) }])
})

test('reports that the server can be reached again, and continues', async () => {
  world.sandbox.kubeletDelay(15_000)
  install(world)
  loseServer(5_000)
  await wait()
  expect(notices.map(({ reason }) => reason)).toEqual(['WatchLost', 'WatchRestored'])
})

/** What a kubelet reports in the status of node-a's balloon, written in its name. */
function report(status: object): void {
  const path = `${podPath('kube-system', balloonOf(world).metadata.name)}/status`
  world.asAdmin({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: { status } })
}

test.each([
  [
    'an image that cannot be pulled',
    {
      containerStatuses: [
        { name: 'balloon', state: { waiting: { reason: 'ErrImagePull', message: 'no such image' } } },
      ],
    },
    'ContainerNotStarted',
    "node 'node-a' has a balloon that cannot start: ErrImagePull: no such image",
  ],
  [
    'a kubelet that does not admit it',
    { phase: 'Failed', reason: 'OutOfcpu', message: 'Node didn’t have enough resource' },
    'BalloonNotAdmitted',
    "node 'node-a' has no balloon: its kubelet did not admit the last balloon: OutOfcpu: Node didn’t have enough resource",
  ],
])('names %s', async (_what, status, reason, text) => {
  world.sandbox.stopKubelet('node-a')
  install(world)
  world.clock.after(3_000, () => report(status))
  const failure = await wait().catch((error) => error)
  expect(failure).toEqual(notReady('timeout', missing(reason)))
  expect(messageOf(failure.fact.nodes[0])).toBe(text)
})

test('fails when another client has uninstalled nodesize meanwhile', async () => {
  await expect(wait()).rejects.toEqual(failing('conflict', { reason: 'NothingInstalled', namespace: 'kube-system' }))
})

test('waits for all linux nodes when all have a balloon', async () => {
  install(world, { nodeSelector: everyLinuxNode })
  await wait()
  expect(counted().at(-1)).toBe('3 of 3')
})

test('does not wait for a node that is down: an install does not bring it back', async () => {
  world.sandbox.stopKubelet('node-a')
  world.sandbox.advance(60_000)
  install(world)
  await wait()
  expect(counted().at(-1)).toBe('2 of 2')
})
