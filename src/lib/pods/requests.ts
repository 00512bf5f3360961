import type { Container, ContainerStatus, Pod } from '../api/pod.ts'
import { balloon } from '../names.ts'
import { type Amounts, amountsOf, formatAmounts, type QuantityText } from './amounts.ts'

/** The requests of a balloon: the exact text, and the amounts. */
export interface Requests {
  readonly text: QuantityText
  readonly amounts: Amounts
}

/** Amounts as an API server stores them. */
export const requestsFor = (amounts: Amounts): Requests => ({ text: formatAmounts(amounts), amounts })

export const containerOf = (pod: Pod): Container | undefined =>
  pod.spec.containers.find((container) => container.name === balloon.container)

/** The requests of a balloon; undefined when it does not request both cpu and memory. */
export function requestsOf(pod: Pod): Requests | undefined {
  const { cpu, memory } = containerOf(pod)?.resources?.requests ?? {}
  if (cpu === undefined || memory === undefined) return undefined
  const text = { cpu, memory }
  return { text, amounts: amountsOf(text) }
}

const statusOf = (pod: Pod): ContainerStatus | undefined =>
  pod.status?.containerStatuses?.find(({ name }) => name === balloon.container)

/** What the kubelet has granted to a balloon; undefined before it reports that. */
export function allocatedOf(pod: Pod): Amounts | undefined {
  const granted = statusOf(pod)?.allocatedResources
  return granted === undefined ? undefined : amountsOf(granted)
}

/** What the container runtime applies to a balloon, which may be rounded; undefined before the kubelet reports that. */
export function appliedOf(pod: Pod): Amounts | undefined {
  const applied = statusOf(pod)?.resources?.requests
  return applied === undefined ? undefined : amountsOf(applied)
}
