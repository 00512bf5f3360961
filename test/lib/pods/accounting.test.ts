import { describe, expect, test } from '@jest/globals'
import type { ContainerStatus, Pod } from '../../../src/lib/api/pod.ts'
import { allocatedRequests, effectiveRequests } from '../../../src/lib/pods/accounting.ts'
import { container, pending, pod } from './samples.ts'

const cpuOf = (milli: bigint) => ({ cpu: milli, memory: 0n })
const sidecar = { restartPolicy: 'Always' }

describe('containers', () => {
  test.each<[string, Pod['spec'], bigint]>([
    ['none', { containers: [] }, 0n],
    ['without requests', { containers: [{ name: 'a' }] }, 0n],
    ['are added', { containers: [container('a', { cpu: '1' }), container('b', { cpu: '250m' })] }, 1_250n],
    [
      'run after the init containers, so the larger of both counts',
      {
        containers: [container('a', { cpu: '1' })],
        initContainers: [container('i', { cpu: '3' }), container('j', { cpu: '2' })],
      },
      3_000n,
    ],
    [
      'run beside the sidecars',
      { containers: [container('a', { cpu: '1' })], initContainers: [container('s', { cpu: '500m' }, sidecar)] },
      1_500n,
    ],
    [
      'of an init container run beside the sidecars started before it, not those after it',
      {
        containers: [container('a', { cpu: '100m' })],
        initContainers: [
          container('s', { cpu: '500m' }, sidecar),
          container('i', { cpu: '2' }),
          container('t', { cpu: '700m' }, sidecar),
        ],
      },
      2_500n,
    ],
    [
      'after all sidecars can be what counts, too',
      {
        containers: [container('a', { cpu: '2' })],
        initContainers: [container('s', { cpu: '500m' }, sidecar), container('i', { cpu: '1' })],
      },
      2_500n,
    ],
    ['with overhead', { containers: [container('a', { cpu: '1' })], overhead: { cpu: '50m' } }, 1_050n],
    [
      'are replaced by pod-level requests, to which overhead is added',
      {
        containers: [container('a', { cpu: '1' })],
        resources: { requests: { cpu: '600m' } },
        overhead: { cpu: '50m' },
      },
      650n,
    ],
  ])('%s', (_, spec, milli) => {
    expect(effectiveRequests(pod({ spec }))).toEqual(cpuOf(milli))
  })
})

test('pod-level requests replace only the resources they name', () => {
  const spec = { containers: [container('a', { cpu: '1', memory: '1Gi' })], resources: { requests: { cpu: '2' } } }
  expect(effectiveRequests(pod({ spec }))).toEqual({ cpu: 2_000n, memory: 2n ** 30n })
})

const resized = (
  asked: string,
  { allocated, actual }: { allocated?: string; actual?: string },
  infeasible = false,
): Pod =>
  pod({
    spec: { containers: [container('a', { cpu: asked })] },
    status: {
      conditions: infeasible ? [pending('Infeasible')] : [],
      containerStatuses: [
        {
          name: 'a',
          ...(allocated === undefined ? {} : { allocatedResources: { cpu: allocated } }),
          ...(actual === undefined ? {} : { resources: { requests: { cpu: actual } } }),
        } satisfies ContainerStatus,
      ],
    },
  })

describe('during a resize', () => {
  test.each<[string, Pod, bigint, bigint]>([
    ['a pod that grows counts as large as it asks', resized('3', { allocated: '1', actual: '1' }), 3_000n, 1_000n],
    ['a granted growth counts before it is applied', resized('3', { allocated: '3', actual: '1' }), 3_000n, 3_000n],
    ['a pod that shrinks counts until it is granted', resized('1', { allocated: '3', actual: '3' }), 3_000n, 3_000n],
    ['a pod that shrinks counts until it is applied', resized('1', { allocated: '1', actual: '3' }), 3_000n, 1_000n],
    ['a kubelet that reports nothing leaves what is asked', resized('2', {}), 2_000n, 2_000n],
    ['what can never be granted does not count', resized('9', { allocated: '1', actual: '2' }, true), 2_000n, 1_000n],
    ['without an actual value the granted one stands in', resized('9', { allocated: '1' }, true), 1_000n, 1_000n],
  ])('%s', (_, resizing, scheduler, kubelet) => {
    expect(effectiveRequests(resizing)).toEqual(cpuOf(scheduler))
    expect(allocatedRequests(resizing)).toEqual(cpuOf(kubelet))
  })

  test('a request that is new has not been granted yet', () => {
    const growing = pod({
      spec: { containers: [container('a', { cpu: '1', memory: '1Gi' })] },
      status: { containerStatuses: [{ name: 'a', allocatedResources: { cpu: '1' } }] },
    })
    expect(effectiveRequests(growing)).toEqual({ cpu: 1_000n, memory: 2n ** 30n })
    expect(allocatedRequests(growing)).toEqual(cpuOf(1_000n))
  })

  test('sidecars are resized as well', () => {
    const growing = pod({
      spec: { containers: [], initContainers: [container('s', { cpu: '1' }, sidecar)] },
      status: { initContainerStatuses: [{ name: 's', allocatedResources: { cpu: '2' } }] },
    })
    expect(effectiveRequests(growing)).toEqual(cpuOf(2_000n))
  })

  test.each<[string, boolean, bigint]>([
    ['pod-level requests count as asked or granted, whichever is more', false, 2_000n],
    ['pod-level requests that can never be granted count as granted', true, 500n],
  ])('%s', (_, infeasible, milli) => {
    const growing = pod({
      spec: { containers: [container('a', { cpu: '100m' })], resources: { requests: { cpu: '2' } } },
      status: { allocatedResources: { cpu: '500m' }, conditions: infeasible ? [pending('Infeasible')] : [] },
    })
    expect(effectiveRequests(growing)).toEqual(cpuOf(milli))
    expect(allocatedRequests(growing)).toEqual(cpuOf(500n))
  })
})
