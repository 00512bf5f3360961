import { type Amounts, add, none, subtract } from '../../core/accounting/amounts.ts'
import { requestsInSpec } from '../../core/accounting/requests.ts'
import type { Release } from '../../core/model/api.ts'
import { type Pod, type PodSpec, sameJson } from '../../core/model/object.ts'

/** The checkpoint of a kubelet: what it has granted to each pod. It survives restarts. */
export interface Allocations {
  /** The granted spec; undefined for a pod that was not admitted. */
  of(pod: Pod): PodSpec | undefined
  amounts(pod: Pod): Amounts | undefined
  grant(pod: Pod): void
  /** Returns false if nothing was granted. */
  revoke(uid: string): boolean
  /** Total granted to all other pods. */
  others(pod: Pod): Amounts
  uids(): readonly string[]
}

interface Allocation {
  readonly spec: PodSpec
  readonly amounts: Amounts
}

export function createAllocations(release: Release): Allocations {
  const granted = new Map<string, Allocation>()
  let total = none
  const amounts = (uid: string): Amounts => granted.get(uid)?.amounts ?? none
  const revoke = (uid: string): boolean => {
    total = subtract(total, amounts(uid))
    return granted.delete(uid)
  }
  return {
    of: ({ metadata }) => granted.get(metadata.uid)?.spec,
    amounts: ({ metadata }) => granted.get(metadata.uid)?.amounts,
    grant({ metadata, spec }) {
      revoke(metadata.uid)
      const allocation = { spec, amounts: requestsInSpec({ spec }, release) }
      granted.set(metadata.uid, allocation)
      total = add(total, allocation.amounts)
    },
    revoke,
    others: ({ metadata }) => subtract(total, amounts(metadata.uid)),
    uids: () => [...granted.keys()],
  }
}

/** Whether the resources in the spec are the granted ones. */
export const isGranted = ({ spec }: Pod, granted: PodSpec): boolean =>
  spec === granted || sameJson(asked(spec), asked(granted))

const asked = ({ containers, initContainers = [], resources }: PodSpec): unknown => [
  containers.map((container) => container.resources),
  initContainers.map((container) => container.resources),
  resources,
]
