import type { Resource } from './amounts.ts'

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

/** Parses the message of a Deferred condition; undefined when its format is different. */
export function parseDeferral(message: string): Deferral | undefined {
  const match = text.exec(message)
  if (match === null) return undefined
  const [requested, used, capacity] = match.slice(2).map(BigInt) as [bigint, bigint, bigint]
  return { resource: match[1] as Resource, requested, used, capacity, fits: capacity > used ? capacity - used : 0n }
}
