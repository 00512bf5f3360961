import { microTime } from '../../agent/events/event-of.ts'
import type { Lease, LeaseSpec } from '../../api/lease.ts'
import type { ElectionTiming } from './timing.ts'

/** A lease as one observer has seen it. */
export interface Observation {
  /** undefined: there is none. */
  readonly lease: Lease | undefined
  /** When this observer first saw this record, on its own monotonic clock. The times in a lease are never compared. */
  readonly since: number
}

/**
 * What was seen before is kept as long as the record is the same. Labels and annotations are no sign of life: only the
 * record is.
 */
export function observe(before: Observation | undefined, lease: Lease | undefined, monotonic: number): Observation {
  const isSame = before !== undefined && recordOf(before.lease) === recordOf(lease)
  return { lease, since: isSame ? before.since : monotonic }
}

function recordOf(lease: Lease | undefined): string {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } = lease?.spec ?? {}
  return JSON.stringify([
    lease?.metadata.uid,
    holderIdentity,
    leaseDurationSeconds,
    acquireTime,
    renewTime,
    leaseTransitions,
  ])
}

export interface Contender {
  /** Unique, also among the processes of one pod: whoever has the name of the holder is the holder. */
  readonly identity: string
  readonly timing: ElectionTiming
}

/** What a contender does about a lease. */
export type Claim =
  | { readonly kind: 'create'; readonly spec: LeaseSpec }
  /** `take`: it was another's, or nobody's. */
  | { readonly kind: 'take' | 'renew'; readonly lease: Lease; readonly spec: LeaseSpec }
  | { readonly kind: 'wait'; readonly holder: string }

export interface At {
  /** Milliseconds since the epoch, for people who read the lease. */
  readonly now: number
  readonly monotonic: number
}

export function claimOf({ lease, since }: Observation, { identity, timing }: Contender, { now, monotonic }: At): Claim {
  const time = microTime(now)
  const own = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(timing.leaseDurationMs / 1_000) }
  if (lease === undefined)
    return { kind: 'create', spec: { ...own, acquireTime: time, renewTime: time, leaseTransitions: 0 } }
  const { holderIdentity: holder = '', leaseTransitions = 0 } = lease.spec
  if (holder === identity) return { kind: 'renew', lease, spec: { ...own, renewTime: time } }
  if (holder !== '' && monotonic < since + durationMs(lease, timing)) return { kind: 'wait', holder }
  const spec = { ...own, acquireTime: time, renewTime: time, leaseTransitions: leaseTransitions + 1 }
  return { kind: 'take', lease, spec }
}

/** The holder says how long it may be silent; one that does not is given as long as we would need. */
function durationMs({ spec: { leaseDurationSeconds = 0 } }: Lease, timing: ElectionTiming): number {
  return leaseDurationSeconds > 0 ? leaseDurationSeconds * 1_000 : timing.leaseDurationMs
}

/** What a leader leaves behind that ends in order: the next one need not wait. */
export const releasedSpec = (now: number): LeaseSpec => ({
  holderIdentity: '',
  leaseDurationSeconds: 1,
  renewTime: microTime(now),
})
