import type { Container, Pod } from '../api/pod.ts'
import { balloon } from '../names.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import type { Requests } from './resize.ts'

const containerOf = (pod: Pod): Container | undefined =>
  pod.spec.containers.find((container) => container.name === balloon.container)

/** What a balloon asks for, letter for letter; undefined when it does not ask for both cpu and memory. */
export function requestsOf(pod: Pod): Requests | undefined {
  const { cpu, memory } = containerOf(pod)?.resources?.requests ?? {}
  return cpu === undefined || memory === undefined ? undefined : { cpu, memory }
}

/** What the kubelet has granted to a balloon; undefined before it has reported that. */
export function allocatedOf(pod: Pod): Amounts | undefined {
  const status = pod.status?.containerStatuses?.find(({ name }) => name === balloon.container)
  return status?.allocatedResources === undefined ? undefined : amountsOf(status.allocatedResources)
}

/**
 * What a balloon must not have: limits and pod-level resources, which can be added to a pod but never removed again,
 * and which put a ceiling on its requests. In words, such as `cpu limit 500m`.
 */
export function ceilingsOf(pod: Pod): readonly string[] {
  const { limits = {} } = containerOf(pod)?.resources ?? {}
  const { requests: podRequests = {}, limits: podLimits = {} } = pod.spec.resources ?? {}
  return [
    ...Object.entries(limits).map(([resource, text]) => `${resource} limit ${text}`),
    ...Object.entries(podRequests).map(([resource, text]) => `pod-level ${resource} request ${text}`),
    ...Object.entries(podLimits).map(([resource, text]) => `pod-level ${resource} limit ${text}`),
  ]
}
