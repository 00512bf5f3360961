import { expect, test } from '@jest/globals'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { balloon } from '../../../src/lib/names.ts'
import { allocatedOf, requestsOf } from '../../../src/lib/pods/requests.ts'
import { resourceLimitsOf } from '../../../src/lib/sizes/model/resource-limits.ts'
import { balloonPod, container } from './samples.ts'

const asked = { cpu: '0.5', memory: '16Mi' }
const withContainers = (...containers: Pod['spec']['containers']): Pod =>
  balloonPod(asked, asked, { spec: { containers } })

test('requests are read letter for letter, and as amounts', () => {
  const amounts = { cpu: 500n, memory: 16_777_216n }
  expect(requestsOf(balloonPod(asked))).toEqual({ text: asked, amounts })
})

test.each([
  ['without the container', withContainers(container('other', asked))],
  ['without a container', withContainers()],
  ['without cpu', withContainers(container(balloon.container, { memory: '16Mi' }))],
  ['without memory', withContainers(container(balloon.container, { cpu: '1m' }))],
])('a balloon %s asks for nothing that can be resized', (_, pod) => {
  expect(requestsOf(pod)).toBeUndefined()
})

test('what is granted is a number, and absent before the kubelet has reported it', () => {
  expect(allocatedOf(balloonPod(asked))).toEqual({ cpu: 500n, memory: 16_777_216n })
  expect(allocatedOf(balloonPod(asked, asked, { status: { containerStatuses: [] } }))).toBeUndefined()
})

test('limits and pod-level resources are what a balloon must not have', () => {
  const limited = { name: balloon.container, resources: { requests: asked, limits: { cpu: '1' } } }
  const resources = { requests: { cpu: '600m' }, limits: { memory: '1Gi' } }
  expect(resourceLimitsOf(balloonPod(asked))).toEqual([])
  expect(resourceLimitsOf(balloonPod(asked, asked, { spec: { containers: [limited], resources } }))).toEqual([
    { kind: 'limit', resource: 'cpu', text: '1' },
    { kind: 'pod-level request', resource: 'cpu', text: '600m' },
    { kind: 'pod-level limit', resource: 'memory', text: '1Gi' },
  ])
})
