import { type Amounts, larger, smaller, subtract } from './amounts.ts'
import type { NodeSize } from './node-size.ts'
import { allocatedOf } from './requests.ts'

/**
 * The size that a node has, or gets without another request: a resize that makes it larger may be under way, and one that
 * makes it smaller may not be granted.
 */
export function reachOf({ allocatable, size, balloonState }: NodeSize): Amounts {
  if (!('requests' in balloonState)) return size
  const { pod, requests } = balloonState
  const least = smaller(requests.amounts, allocatedOf(pod) ?? requests.amounts)
  return larger(size, subtract(allocatable, least))
}
