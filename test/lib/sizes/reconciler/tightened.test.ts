import { expect, test } from '@jest/globals'
import { collectionPath } from '../../../../src/lib/api/kinds.ts'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { balloonOf, make } from '../resize/balloons.ts'
import { clusterWithDesiredSizes, requestsOf, startReconciler, storeDesired, wait, writeDesiredSize } from './kept.ts'

const minute = 60_000
const metadata = { name: 'tight', namespace: 'kube-system' }

test.each<[what: string, object: ObjectBody, failure: string]>([
  [
    'a quota that leaves no room for the balloon',
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { 'requests.cpu': '1' } } },
    'AccessDenied',
  ],
  [
    'a LimitRange that would give the balloon limits',
    {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata,
      spec: { limits: [{ type: 'Container', default: { cpu: '2' } }] },
    },
    'LimitRangeRefusesResize',
  ],
  [
    'a LimitRange with a maximum that the balloon would exceed',
    { apiVersion: 'v1', kind: 'LimitRange', metadata, spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } },
    'LimitRangeRefusesResize',
  ],
])('%s leaves the node as it is, and its size is restored when that is gone', async (_, object, failure) => {
  using world = clusterWithDesiredSizes()
  await using loop = startReconciler(world)
  await wait(world, 1_000)
  make(world, object)
  storeDesired(world, '2')
  await wait(world, 2 * minute)
  const { spec } = balloonOf(world)
  expect(spec.containers[0]?.resources).toEqual({ requests: { cpu: '1m', memory: '16Mi' } })
  // What the attempts themselves change does not shorten the pauses between them.
  expect(loop.seen.failed.length).toBeGreaterThan(1)
  expect(loop.seen.failed.length).toBeLessThan(7)
  expect(loop.seen.failed[0]).toContain(failure)
  const { apiVersion, kind } = object
  world.asAdmin({ method: 'DELETE', path: `${collectionPath({ apiVersion, kind, namespace: 'kube-system' })}/tight` })
  await wait(world, 6 * minute)
  expect(requestsOf(world).cpu).toBe('2')
})

test('a kubelet that grants nothing in time is asked more and more rarely', async () => {
  using world = clusterWithDesiredSizes()
  await using loop = startReconciler(world)
  await wait(world, 1_000)
  world.sandbox.kubeletDelay(90_000)
  storeDesired(world, '2')
  await wait(world, 60 * minute)
  const { failed } = loop.seen
  expect(failed.slice(0, 4)).toEqual([1, 2, 3, 4].map((count) => `node-a UnconfirmedReverted ${count}`))
  // Without longer pauses, 24.
  expect(failed.length).toBeLessThan(20)
})

test('a person who stores the size once more asks for another try at once', async () => {
  using world = clusterWithDesiredSizes()
  await using loop = startReconciler(world)
  await wait(world, 1_000)
  const hard = { 'requests.cpu': '1' }
  make(world, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } })
  storeDesired(world, '2')
  await wait(world, 20 * minute)
  world.asAdmin({ method: 'DELETE', path: '/api/v1/namespaces/kube-system/resourcequotas/tight' })
  const { length } = loop.seen.failed
  writeDesiredSize(world, 'node-a', JSON.stringify({ cpu: '2', hold: 'size', message: 'try again' }))
  await wait(world, 15_000)
  expect([requestsOf(world).cpu, loop.seen.failed.length]).toEqual(['2', length])
})
