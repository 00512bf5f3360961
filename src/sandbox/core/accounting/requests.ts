import type { Release } from '../model/api.ts'
import { aggregate, type Counted, isInfeasible, type Part } from './aggregate.ts'
import type { Amounts } from './amounts.ts'
import { empty, listOf, most, plus, type ResourceList, rounded } from './resource-list.ts'
import { since } from './since.ts'

/**
 * k8s.io/component-helpers/resource, PodRequests (read: v0.36.3 and v0.37.0), written from that source and from nothing
 * else: lib/sizing counts for itself, and a test holds the two against each other.
 */

type Minor = Pick<Release, 'minor'>

/** What the spec alone asks for: the kubelet counts so what it has granted, and admission what a resize asks for. */
export const requestsInSpec = ({ spec }: Counted, release: Minor): Amounts =>
  rounded(withPodAndOverhead({ spec }, aggregate({ spec }, askedFor), { ...release, resizesPods: false }))

/** What the scheduler holds against a node. */
export const requestsForScheduler = (pod: Counted, release: Minor): Amounts =>
  rounded(withStatus(pod, { ...release, resizesPods: release.minor >= since.podLevelResize }))

/** What a ResourceQuota charges; its evaluator never looks at the pod-level status. */
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

/** Up to 1.36: container by container. A status without `resources` is of a kubelet that cannot resize. */
function largestOfEach(pod: Counted): ResourceList {
  const infeasible = isInfeasible(pod)
  return aggregate(pod, (part) => {
    const { status, isInit } = part
    if (isInit || status?.resources === undefined) return askedFor(part)
    const inStatus = most(listOf(status.resources.requests), listOf(status.allocatedResources))
    return infeasible ? inStatus : most(askedFor(part), inStatus)
  })
}

/** From 1.37 on: three sums, with or without what is asked for. */
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
      ? most(listOf(podActual.requests), listOf(podAllocated))
      : most(aggregate(pod, actual), aggregate(pod, allocated))
  return infeasible ? inStatus : most(aggregate(pod, askedFor), inStatus)
}

/** Requests of the pod as a whole replace those of its containers, resource by resource; overhead is added. */
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
  const inStatus = most(listOf(resources.requests), listOf(allocatedResources))
  const effective = isInfeasible(pod) ? inStatus : most(asked, inStatus)
  if (minor >= since.sumsFirst) return effective
  return new Map(asked.keys().map((resource) => [resource, effective.get(resource) ?? 0n]))
}
