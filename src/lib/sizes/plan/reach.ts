import { type Amounts, larger, smaller, subtract } from '../../pods/amounts.ts'
import { allocatedOf } from '../../pods/requests.ts'
import type { NodeSize } from '../model/node-size.ts'

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
