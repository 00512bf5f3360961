import { describe, expect, test } from '@jest/globals'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { allocatedRequests, effectiveRequests } from '../../../src/lib/pods/accounting.ts'
import type { Counted } from '../../../src/sandbox/core/accounting/aggregate.ts'
import { type Amounts, resources } from '../../../src/sandbox/core/accounting/amounts.ts'
import { requestsForScheduler, requestsInSpec } from '../../../src/sandbox/core/accounting/requests.ts'
import type { Pod as StoredPod } from '../../../src/sandbox/core/model/object.ts'
import { grantedSpec } from '../../../src/sandbox/world/kubelet/status.ts'
import { type Kind, randomPods } from './random-pods.ts'

const counted = (pod: Pod): Counted => pod as unknown as Counted
const scheduler = (pod: Pod, minor: number): Amounts => requestsForScheduler(counted(pod), { minor })
const kubelet = (pod: Pod, minor: number): Amounts =>
  requestsInSpec({ spec: grantedSpec(pod as unknown as StoredPod) }, { minor })

/** The pods about which the two disagree. */
const disputed = (pods: readonly Pod[], ours: (pod: Pod) => Amounts, theirs: (pod: Pod) => Amounts): Pod[] =>
  pods.filter((pod) => resources.some((resource) => ours(pod)[resource] !== theirs(pod)[resource]))

const count = 500

describe('nodesize and the sandbox, which count each for itself, agree', () => {
  const whole: Kind = { directions: 'one container', reported: 'whole', infeasible: false }

  test.each([33, 34, 35, 36, 37])('on what a scheduler of 1.%d holds while one container is resized', (minor) => {
    const pods = randomPods(count, minor, whole)
    expect(disputed(pods, effectiveRequests, (pod) => scheduler(pod, minor))).toEqual([])
  })

  test.each([33, 34, 35, 36, 37])('on the same for a resize that a kubelet of 1.%d never grants', (minor) => {
    const pods = randomPods(count, minor, { ...whole, infeasible: true })
    expect(disputed(pods, effectiveRequests, (pod) => scheduler(pod, minor))).toEqual([])
  })

  test.each([33, 37])('on what a kubelet of 1.%d has granted', (minor) => {
    const pods = randomPods(count, minor, whole)
    expect(disputed(pods, allocatedRequests, (pod) => kubelet(pod, minor))).toEqual([])
  })

  test.each([false, true])('from 1.37 on about every status, infeasible: %s', (infeasible) => {
    const pods = randomPods(count, 1, { directions: 'any', reported: 'any', infeasible })
    expect(disputed(pods, effectiveRequests, (pod) => scheduler(pod, 37))).toEqual([])
  })

  test('on requests of the pod as a whole', () => {
    const pods = randomPods(count, 2, whole).map(({ status: _status, ...pod }) => ({
      ...pod,
      spec: { ...pod.spec, resources: { requests: { cpu: '9' } } },
    }))
    expect(disputed(pods, effectiveRequests, (pod) => scheduler(pod, 36))).toEqual([])
  })
})

/** nodesize counts as 1.37 does, and a status of a pod as it was measured. Each of these is wanted. */
describe('they differ', () => {
  const pod = (spec: Partial<Pod['spec']>, status: Pod['status'] = {}): Pod => ({
    metadata: { name: 'p', namespace: 'default', uid: 'u', resourceVersion: '1' },
    spec: { containers: [], ...spec },
    status,
  })
  const requests = (cpu: string) => ({ requests: { cpu } })

  test('up to 1.36 where containers are resized in opposite directions: nodesize never counts more', () => {
    const pods = randomPods(count, 3, { directions: 'any', reported: 'whole', infeasible: false })
    const less = disputed(pods, effectiveRequests, (each) => scheduler(each, 36))
    expect(less).not.toEqual([])
    for (const each of less)
      for (const resource of resources)
        expect(effectiveRequests(each)[resource]).toBeLessThanOrEqual(scheduler(each, 36)[resource])
  })

  test('up to 1.36 where a status has no `resources`: Kubernetes then goes by the spec', () => {
    const container = { name: 'a', resources: requests('1') }
    const found = pod(
      { containers: [container] },
      { containerStatuses: [{ name: 'a', allocatedResources: { cpu: '3' } }] },
    )
    expect([effectiveRequests(found).cpu, scheduler(found, 36).cpu, scheduler(found, 37).cpu]).toEqual([
      3000n,
      1000n,
      3000n,
    ])
  })

  test('where containers ask for parts of a byte: nodesize rounds each up, Kubernetes their sum', () => {
    const half = (name: string) => ({ name, resources: { requests: { memory: '500m' } } })
    const found = pod({ containers: [half('a'), half('b')] })
    expect([effectiveRequests(found).memory, scheduler(found, 37).memory]).toEqual([2n, 1n])
  })

  test('where the pod as a whole is resized: nodesize does not read status.resources, which kubelets get wrong', () => {
    const spec = { containers: [{ name: 'a', resources: requests('1') }], resources: requests('2') }
    const shrinking = pod(spec, { allocatedResources: { cpu: '3' }, resources: requests('4') } as Pod['status'])
    expect([effectiveRequests(shrinking).cpu, scheduler(shrinking, 36).cpu, scheduler(shrinking, 35).cpu]).toEqual([
      3000n,
      4000n,
      2000n,
    ])
  })

  test('before 1.33, whose scheduler goes by the spec: there are no resizes to count', () => {
    const container = { name: 'a', resources: requests('1') }
    const status = { name: 'a', allocatedResources: { cpu: '3' }, resources: requests('3') }
    expect(scheduler(pod({ containers: [container] }, { containerStatuses: [status] }), 32).cpu).toBe(1000n)
  })
})
