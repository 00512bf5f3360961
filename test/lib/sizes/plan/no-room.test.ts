import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { lackOfRoom } from '../../../../src/lib/sizes/plan/plan.ts'
import { balloonPod, container, installation, node, pod, workload } from '../../pods/samples.ts'

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

const web = { name: 'default/web', amount: 1_500n }
const cpu = {
  resource: 'cpu',
  ...{ requested: 2_500n, free: 1_499n, waiting: 0n },
  pods: [web, { name: 'default/db', amount: 500n }, { name: 'default/job', amount: 400n }],
}

test('and no further: the lack is counted, and the largest pods are named', () => {
  expect(check(pods, 2_499n, 9n * Gi)).toEqual({
    reason: 'NoRoom',
    subject: { kind: 'Node', name: 'node-a' },
    lacks: [{ ...cpu, target: 2_499n }],
  })
})

test('both resources can be short', () => {
  const memory = { resource: 'memory', target: Gi, pods: [{ name: 'default/db' }, { name: 'default/web' }, {}] }
  expect(check(pods, 1_000n, Gi)).toMatchObject({ lacks: [{ ...cpu, target: 1_000n }, memory] })
})

test('room that is kept for a pod that waits to grow is counted', () => {
  const containers = [container('app', { cpu: '3' })]
  const containerStatuses = [{ name: 'app', allocatedResources: { cpu: '1' } }]
  const waiting = pod({ name: 'web', spec: { containers }, status: { containerStatuses } })
  expect(check([waiting], 2_000n, Gi)).toMatchObject({ lacks: [{ requested: 3_000n, waiting: 2_000n }] })
})
