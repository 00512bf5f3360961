import type { Resource } from './amounts.ts'

/** Why the kubelet has put a resize off. Millicores or bytes. */
export interface Deferral {
  readonly resource: Resource
  readonly requested: bigint
  /** Granted to the other pods of the node when the kubelet looked, which may be a while ago. */
  readonly used: bigint
  readonly capacity: bigint
  /** The largest balloon that would have been granted, of this one resource. */
  readonly fits: bigint
}

/** pkg/kubelet/lifecycle/predicate.go, InsufficientResourceError; names the first resource that is short, and only that. */
const text = /^Node didn't have enough resource: (cpu|memory), requested: (\d+), used: (\d+), capacity: (\d+)$/

/** Reads the message of a Deferred condition; undefined when its words are other ones. */
export function parseDeferral(message: string): Deferral | undefined {
  const match = text.exec(message)
  if (match === null) return undefined
  const [requested, used, capacity] = match.slice(2).map(BigInt) as [bigint, bigint, bigint]
  return { resource: match[1] as Resource, requested, used, capacity, fits: capacity > used ? capacity - used : 0n }
}
