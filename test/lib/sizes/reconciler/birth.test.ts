import { expect, test } from '@jest/globals'
import type { InProcess } from '../../../support/in-process.ts'
import { balloonOf, runPod } from '../resize/balloons.ts'
import { clusterWithDesiredSizes, deleteBalloon, requestsOf, startReconciler, storeDesired, wait } from './kept.ts'

const minute = 60_000

/** From now on balloons are created with these requests, as by the admission policy. */
function bornWith(world: InProcess, cpu: string, memory = '16Mi'): void {
  const containers = [{ name: 'balloon', resources: { requests: { cpu, memory } } }]
  world.asAdmin({
    ...{ method: 'PATCH', path: '/apis/apps/v1/namespaces/kube-system/daemonsets/nodesize-balloon' },
    contentType: 'application/strategic-merge-patch+json',
    body: { spec: { template: { spec: { containers } } } },
  })
}

test('a balloon that is born with its size needs nothing', async () => {
  using world = clusterWithDesiredSizes()
  bornWith(world, '2')
  storeDesired(world, '2')
  deleteBalloon(world)
  await wait(world, minute)
  await using loop = startReconciler(world)
  await wait(world, 5 * minute)
  expect(requestsOf(world).cpu).toBe('2')
  expect(loop.seen.done).toEqual([])
})

test('one that finds no room is made as small as the room, and grows as soon as there is some', async () => {
  using world = clusterWithDesiredSizes()
  storeDesired(world, '1')
  bornWith(world, '3')
  runPod(world, { name: 'web', cpu: '2', memory: '1Gi' })
  deleteBalloon(world)
  await wait(world, minute)
  expect(() => balloonOf(world, 'node-a')).toThrow('node-a has 0 balloons')
  await using loop = startReconciler(world)
  await wait(world, minute)
  expect(loop.seen.done).toEqual(['node-a BornTooLarge resized: 4 -> 2'])
  expect(requestsOf(world).cpu).toBe('2')
  world.asAdmin({ method: 'DELETE', path: '/api/v1/namespaces/default/pods/web' })
  await wait(world, 2 * minute)
  expect(requestsOf(world).cpu).toBe('3')
})

test('one that is larger than its node, which has shrunk meanwhile, gets what is free', async () => {
  using world = clusterWithDesiredSizes()
  storeDesired(world, '1')
  bornWith(world, '64', '1Ti')
  deleteBalloon(world)
  await using loop = startReconciler(world)
  await wait(world, minute)
  expect(requestsOf(world)).toEqual({ cpu: '3', memory: '16Mi' })
  expect(loop.seen.failed).toEqual([])
})
