import type { Container, Pod } from '../api/pod.ts'
import { balloon } from '../names.ts'
import { type Amounts, amountsOf, formatAmounts, type QuantityText } from './amounts.ts'

/** What a balloon requests: as it is written, letter for letter, and how much that is. */
export interface Requests {
  readonly text: QuantityText
  readonly amounts: Amounts
}

/** Amounts as an API server would store them. */
export const requestsFor = (amounts: Amounts): Requests => ({ text: formatAmounts(amounts), amounts })

export const containerOf = (pod: Pod): Container | undefined =>
  pod.spec.containers.find((container) => container.name === balloon.container)

/** What a balloon requests; undefined when it does not ask for both cpu and memory. */
export function requestsOf(pod: Pod): Requests | undefined {
  const { cpu, memory } = containerOf(pod)?.resources?.requests ?? {}
  if (cpu === undefined || memory === undefined) return undefined
  const text = { cpu, memory }
  return { text, amounts: amountsOf(text) }
}

/** What the kubelet has granted to a balloon; undefined before it has reported that. */
export function allocatedOf(pod: Pod): Amounts | undefined {
  const status = pod.status?.containerStatuses?.find(({ name }) => name === balloon.container)
  return status?.allocatedResources === undefined ? undefined : amountsOf(status.allocatedResources)
}
