import { expect, test } from '@jest/globals'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { measure } from '../../../src/lib/sizing/node-size.ts'
import { lackOfRoom } from '../../../src/lib/sizing/room.ts'
import { balloonPod, container, installation, node, pod, workload } from './samples.ts'

const Gi = 2n ** 30n
const balloon = balloonPod({ cpu: '1m', memory: '16Mi' })
const check = (pods: readonly Pod[], cpu: bigint, memory: bigint) =>
  lackOfRoom(measure({ node: node(), pods: [balloon, ...pods], installation }), { cpu, memory })

const pods = [
  workload('tiny', '100m', '1'),
  workload('web', '1500m', '2Gi'),
  workload('db', '500m', '5633Mi'),
  workload('job', '400m', '1Gi'),
  pod({ name: 'idle' }),
]

test('a node can shrink to what its pods hold', () => {
  expect(check(pods, 2_500n, 9n * Gi)).toBeUndefined()
  expect(check([], 1n, 1n)).toBeUndefined()
})

test('and no further: the smallest size and the largest pods are named', () => {
  expect(check(pods, 2_499n, 9n * Gi)).toMatchObject({
    code: 'refused',
    message: "node 'node-a' has no room to shrink: its pods hold 2500m cpu, more than 2499m",
    suggestions: [
      'it has 1499m cpu free',
      'the smallest cpu possible is 2500m',
      'most cpu: default/web 1500m, default/db 500m, default/job 400m',
    ],
  })
})

test('both resources can be short; in use is rounded up, free is rounded down', () => {
  expect(check(pods, 1_000n, Gi)).toMatchObject({
    message:
      "node 'node-a' has no room to shrink: its pods hold 2500m cpu, more than 1; its pods hold 8.6Gi memory, more than 1Gi",
    suggestions: [
      'it has 1499m cpu and 7.4Gi memory free',
      'the smallest cpu possible is 2500m',
      'most cpu: default/web 1500m, default/db 500m, default/job 400m',
      'the smallest memory possible is 8.6Gi',
      'most memory: default/db 5.6Gi, default/web 2Gi, default/job 1Gi',
    ],
  })
})

test('room that is kept for a pod that waits to grow is pointed out', () => {
  const containers = [container('app', { cpu: '3' })]
  const containerStatuses = [{ name: 'app', allocatedResources: { cpu: '1' } }]
  const waiting = pod({ name: 'web', spec: { containers }, status: { containerStatuses } })
  expect(check([waiting], 2_000n, Gi)?.suggestions).toContain('pods that wait to be resized hold 2 cpu of it')
})
