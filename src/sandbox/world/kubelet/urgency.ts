import { resources } from '../../core/accounting/amounts.ts'
import { qosOf } from '../../core/accounting/qos.ts'
import { requestsInSpec } from '../../core/accounting/requests.ts'
import type { Release } from '../../core/model/api.ts'
import type { Pod } from '../../core/model/object.ts'
import { conditionOf } from '../runtime/conditions.ts'
import type { Allocations } from './allocations.ts'

/**
 * Order of pending resizes: first those that do not increase requests, then by priority, QoS class (Guaranteed first)
 * and waiting time (allocation_manager.go, sortPendingResizes).
 */
export const byUrgency =
  (allocations: Allocations, release: Release) =>
  (one: Pod, other: Pod): number => {
    const [a, b] = [rankOf(one, allocations, release), rankOf(other, allocations, release)]
    const at = a.findIndex((rank, i) => rank !== b[i])
    return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
  }

function rankOf(pod: Pod, allocations: Allocations, release: Release): readonly (number | string)[] {
  const asked = requestsInSpec(pod, release)
  const held = allocations.amounts(pod)
  const grows = held === undefined || resources.some((resource) => asked[resource] > held[resource])
  const since = conditionOf(pod, 'PodResizePending')?.lastTransitionTime ?? '~'
  return [grows ? 1 : 0, -(pod.spec.priority ?? 0), qosOf(pod.spec) === 'Guaranteed' ? 0 : 1, since]
}
