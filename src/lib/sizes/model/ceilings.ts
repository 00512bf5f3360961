import type { Pod } from '../../api/pod.ts'
import { containerOf } from '../../pods/requests.ts'

/** A limit on the requests of a pod. */
export interface Ceiling {
  readonly kind: 'limit' | 'pod-level request' | 'pod-level limit'
  /** As Kubernetes names it. */
  readonly resource: string
  /** A quantity. */
  readonly text: string
}

/** Limits and pod-level resources: a balloon must not have them, because they cannot be removed from a pod. */
export function ceilingsOf(pod: Pod): readonly Ceiling[] {
  const { limits = {} } = containerOf(pod)?.resources ?? {}
  const { requests: podRequests = {}, limits: podLimits = {} } = pod.spec.resources ?? {}
  return [
    ...ceilings('limit', limits),
    ...ceilings('pod-level request', podRequests),
    ...ceilings('pod-level limit', podLimits),
  ]
}

const ceilings = (kind: Ceiling['kind'], quantities: Readonly<Record<string, string>>): readonly Ceiling[] =>
  Object.entries(quantities).map(([resource, text]) => ({ kind, resource, text }))
