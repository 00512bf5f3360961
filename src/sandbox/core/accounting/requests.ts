import type { Release } from '../model/api.ts'
import { aggregate, type Counted, isInfeasible, type Part } from './aggregate.ts'
import type { Amounts } from './amounts.ts'
import { empty, listOf, maximum, plus, type ResourceList, rounded } from './resource-list.ts'
import { since } from './since.ts'

/**
 * Written from k8s.io/component-helpers/resource, PodRequests (v0.36.3 and v0.37.0), independently of lib/pods: a
 * test compares the two.
 */

type Minor = Pick<Release, 'minor'>

/** Requests of the spec alone. The kubelet counts granted specs this way; admission counts requested resizes. */
export const requestsInSpec = ({ spec }: Counted, release: Minor): Amounts =>
  rounded(withPodAndOverhead({ spec }, aggregate({ spec }, askedFor), { ...release, resizesPods: false }))

/** Requests that the scheduler counts on a node. */
export const requestsForScheduler = (pod: Counted, release: Minor): Amounts =>
  rounded(withStatus(pod, { ...release, resizesPods: release.minor >= since.podLevelResize }))

/** Requests that a ResourceQuota charges; its evaluator ignores the pod-level status. */
export const requestsForQuota = (pod: Counted, release: Minor): Amounts =>
  rounded(withStatus(pod, { ...release, resizesPods: false }))

interface Rules extends Minor {
  /** Whether pod-level requests in the status count. */
  readonly resizesPods: boolean
}

const askedFor = ({ container }: Part): ResourceList => listOf(container.resources?.requests)

function withStatus(pod: Counted, rules: Rules): ResourceList {
  if (rules.minor < since.resize) return withPodAndOverhead(pod, aggregate(pod, askedFor), rules)
  const containers = rules.minor < since.sumsFirst ? largestOfEach(pod) : largestSum(pod, rules)
  return withPodAndOverhead(pod, containers, rules)
}

/** Up to 1.36: the maximum for each container. A status without `resources` comes from a kubelet that cannot resize. */
function largestOfEach(pod: Counted): ResourceList {
  const infeasible = isInfeasible(pod)
  return aggregate(pod, (part) => {
    const { status, isInit } = part
    if (isInit || status?.resources === undefined) return askedFor(part)
    const inStatus = maximum(listOf(status.resources.requests), listOf(status.allocatedResources))
    return infeasible ? inStatus : maximum(askedFor(part), inStatus)
  })
}

/** From 1.37 on: the maximum of three sums, or of two when the resize is infeasible. */
function largestSum(pod: Counted, { resizesPods }: Rules): ResourceList {
  const infeasible = isInfeasible(pod)
  const unseen = (part: Part): ResourceList => (infeasible ? empty : askedFor(part))
  const allocated = (part: Part): ResourceList =>
    part.status?.allocatedResources === undefined ? unseen(part) : listOf(part.status.allocatedResources)
  const actual = (part: Part): ResourceList =>
    part.status?.resources?.requests === undefined ? allocated(part) : listOf(part.status.resources.requests)
  const { allocatedResources: podAllocated, resources: podActual } = pod.status ?? {}
  const inStatus =
    resizesPods && podAllocated !== undefined && podActual?.requests !== undefined
      ? maximum(listOf(podActual.requests), listOf(podAllocated))
      : maximum(aggregate(pod, actual), aggregate(pod, allocated))
  return infeasible ? inStatus : maximum(aggregate(pod, askedFor), inStatus)
}

/** Pod-level requests replace those of the containers, for each resource; overhead is added. */
function withPodAndOverhead(pod: Counted, containers: ResourceList, rules: Rules): ResourceList {
  const { resources, overhead } = pod.spec
  const asked = listOf(resources?.requests)
  const isPodLevel = rules.minor >= since.podLevel && asked.size > 0
  const list = isPodLevel ? new Map([...containers, ...podLevel(pod, asked, rules)]) : containers
  return plus(list, listOf(overhead))
}

function podLevel(pod: Counted, asked: ResourceList, { minor, resizesPods }: Rules): ResourceList {
  const { resources, allocatedResources } = pod.status ?? {}
  if (!resizesPods || resources === undefined) return asked
  const inStatus = maximum(listOf(resources.requests), listOf(allocatedResources))
  const effective = isInfeasible(pod) ? inStatus : maximum(asked, inStatus)
  if (minor >= since.sumsFirst) return effective
  return new Map(asked.keys().map((resource) => [resource, effective.get(resource) ?? 0n]))
}
