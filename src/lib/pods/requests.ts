import type { Container, Pod } from '../api/pod.ts'
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

/** What the kubelet has granted to a balloon; undefined before it reports that. */
export function allocatedOf(pod: Pod): Amounts | undefined {
  const status = pod.status?.containerStatuses?.find(({ name }) => name === balloon.container)
  return status?.allocatedResources === undefined ? undefined : amountsOf(status.allocatedResources)
}
