import type { Pod } from '../../api/pod.ts'
import { containerOf } from '../../pods/requests.ts'

/** A limit on the requests of a pod. */
export interface ResourceLimit {
  readonly kind: 'limit' | 'pod-level request' | 'pod-level limit'
  /** As Kubernetes names it. */
  readonly resource: string
  /** A quantity. */
  readonly text: string
}

/** Limits and pod-level resources: a balloon must not have them, because they cannot be removed from a pod. */
export function resourceLimitsOf(pod: Pod): readonly ResourceLimit[] {
  const { limits = {} } = containerOf(pod)?.resources ?? {}
  const { requests: podRequests = {}, limits: podLimits = {} } = pod.spec.resources ?? {}
  return [
    ...resourceLimits('limit', limits),
    ...resourceLimits('pod-level request', podRequests),
    ...resourceLimits('pod-level limit', podLimits),
  ]
}

const resourceLimits = (
  kind: ResourceLimit['kind'],
  quantities: Readonly<Record<string, string>>,
): readonly ResourceLimit[] => Object.entries(quantities).map(([resource, text]) => ({ kind, resource, text }))
