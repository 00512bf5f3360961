import type { Resource } from '../../pods/amounts.ts'

/** Why the kubelet deferred a resize. In millicores or bytes. */
export interface Deferral {
  readonly resource: Resource
  readonly requested: bigint
  /** Granted to the other pods of the node when the kubelet checked, which may be some time ago. */
  readonly used: bigint
  readonly capacity: bigint
  /** The largest balloon that the kubelet would have granted, of this resource alone. */
  readonly fits: bigint
}

/** pkg/kubelet/lifecycle/predicate.go, InsufficientResourceError; it names only the first insufficient resource. */
const text = /^Node didn't have enough resource: (cpu|memory), requested: (\d+), used: (\d+), capacity: (\d+)$/

/** pkg/kubelet/allocation/allocation_manager.go, up to 1.35: more than the node has, whatever else is there. */
const tooMuch = /^Node didn't have enough capacity: (cpu|memory), requested: (\d+), capacity: \d+$/

/** What the resize asked for that a kubelet did not grant, deferred or infeasible; undefined when it does not say so. */
export function parseRequested(message: string): { resource: Resource; requested: bigint } | undefined {
  const match = text.exec(message) ?? tooMuch.exec(message)
  return match === null ? undefined : { resource: match[1] as Resource, requested: BigInt(match[2]!) }
}

/** Parses the message of a Deferred condition; undefined when its format is different. */
export function parseDeferral(message: string): Deferral | undefined {
  const match = text.exec(message)
  if (match === null) return undefined
  const [requested, used, capacity] = match.slice(2).map(BigInt) as [bigint, bigint, bigint]
  return { resource: match[1] as Resource, requested, used, capacity, fits: capacity > used ? capacity - used : 0n }
}
