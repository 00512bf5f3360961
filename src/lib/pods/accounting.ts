import type { Container, ContainerStatus, Pod } from '../api/pod.ts'
import { type Amounts, add, amountsOf, each, larger, none, sum } from './amounts.ts'

/** The request of one container, in one of several views of the pod. */
type Reading = (container: Container, status: ContainerStatus | undefined) => Amounts

const askedFor: Reading = (container) => amountsOf(container.resources?.requests)

/** What the kubelet has granted; containers that it has not seen yet count as `otherwise` says. */
const allocated =
  (otherwise: Reading): Reading =>
  (container, status) =>
    status?.allocatedResources === undefined ? otherwise(container, status) : amountsOf(status.allocatedResources)

/** What the runtime applies. */
const actual =
  (otherwise: Reading): Reading =>
  (container, status) =>
    status?.resources?.requests === undefined ? otherwise(container, status) : amountsOf(status.resources.requests)

const nothing: Reading = () => none

/** The kubelet never grants this resize, so the scheduler does not count the request of the spec. */
const isInfeasible = ({ status }: Pod): boolean =>
  (status?.conditions ?? []).some(({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible')

/**
 * What the scheduler counts for this pod on its node: per resource the largest of the requested, granted and applied
 * amounts, so a growing pod counts at once, and a shrinking one until it has shrunk. Source:
 * k8s.io/component-helpers/resource, PodRequests with UseStatusResources, as of Kubernetes 1.37 (older releases use the
 * maximum per container, which differs only if two containers of a pod are resized in opposite directions).
 */
export function effectiveRequests(pod: Pod): Amounts {
  const asked = isInfeasible(pod) ? nothing : askedFor
  const granted = allocated(asked)
  const readings = [asked, granted, actual(granted)].map((reading) => ofContainers(pod, reading))
  return withPodLevel(pod, readings.reduce(larger), (podSpec, podAllocated) =>
    isInfeasible(pod) ? podAllocated : larger(podSpec, podAllocated),
  )
}

/** What the kubelet counts for a pod on its node when it decides about the resize of another pod. */
export function allocatedRequests(pod: Pod): Amounts {
  return withPodLevel(pod, ofContainers(pod, allocated(askedFor)), (_podSpec, podAllocated) => podAllocated)
}

/** Init containers run one after the other, next to the sidecars (restartable ones) started before them. */
function ofContainers({ spec, status }: Pod, reading: Reading): Amounts {
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const of = (container: Container) =>
    reading(
      container,
      statuses.find(({ name }) => name === container.name),
    )
  let [sidecars, starting] = [none, none]
  for (const container of spec.initContainers ?? []) {
    const withSidecars = add(sidecars, of(container))
    if (container.restartPolicy === 'Always') sidecars = withSidecars
    starting = larger(starting, withSidecars)
  }
  return larger(add(sum(spec.containers.map(of)), sidecars), starting)
}

/** Pod-level requests, if there are any, replace those of the containers; overhead is added to both. */
function withPodLevel(
  { spec, status }: Pod,
  ofContainers: Amounts,
  choose: (podSpec: Amounts, podAllocated: Amounts) => Amounts,
): Amounts {
  const requests = spec.resources?.requests
  const podSpec = amountsOf(requests)
  const ofPod = choose(podSpec, amountsOf(status?.allocatedResources ?? requests))
  const effective = each((resource) => (requests?.[resource] === undefined ? ofContainers : ofPod)[resource])
  return add(effective, amountsOf(spec.overhead))
}
