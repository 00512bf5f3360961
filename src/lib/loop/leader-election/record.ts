import { microTime } from '../../api/event.ts'
import type { Lease, LeaseSpec } from '../../api/lease.ts'
import { isOlder } from '../../api/object.ts'
import type { Candidate, ElectionTiming } from './config.ts'

/** What a Lease says of its holder. */
export type LeaderElectionRecord = LeaseSpec

/** A lease as one candidate has observed it. */
export interface ObservedLease {
  /** undefined: there is none. */
  readonly lease: Lease | undefined
  /** Another holder, as far as this candidate knows. It may lead until then, on our monotonic clock. */
  readonly other: { readonly holder: string; readonly until: number } | undefined
}

/**
 * What was observed before is kept as long as the record is the same. Labels and annotations are no sign of life: only the
 * record is. The times in a lease are never compared.
 *
 * A lease that was deleted, or that a restored etcd has set back, says nothing about who leads: whoever does leads on
 * until it notices. Only to the holder it is as if nothing had happened.
 */
export function observe(
  before: ObservedLease | undefined,
  lease: Lease | undefined,
  { identity, timing, monotonic }: Candidate & Pick<At, 'monotonic'>,
): ObservedLease {
  if (before !== undefined && textOf(before.lease) === textOf(lease)) return { ...before, lease }
  const holder = holderOf(lease)
  if (lease !== undefined && holder !== '' && holder !== identity)
    return { lease, other: { holder, until: monotonic + durationMs(lease, timing) } }
  if (before?.lease === undefined) return { lease, other: before?.other }
  if (holderOf(before.lease) === identity || isLaterState(lease, before.lease)) return { lease, other: undefined }
  return { lease, other: { holder: holderOf(before.lease), until: monotonic + timing.leaseDurationMs } }
}

const holderOf = (lease: Lease | undefined): string => lease?.spec.holderIdentity ?? ''

const isLaterState = (lease: Lease | undefined, { metadata: before }: Lease): boolean =>
  lease?.metadata.uid === before.uid && !isOlder(lease.metadata.resourceVersion, before.resourceVersion)

/** The record, and which lease it is in. */
function textOf(lease: Lease | undefined): string {
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

/** What a candidate does about a lease. */
export type ElectionStep =
  | { readonly kind: 'create'; readonly record: LeaderElectionRecord }
  /** `acquire`: it was another's, or nobody's. */
  | { readonly kind: 'acquire' | 'renew'; readonly lease: Lease; readonly record: LeaderElectionRecord }
  | { readonly kind: 'wait'; readonly holder: string }

export interface At {
  /** Milliseconds since the epoch, for people who read the lease. */
  readonly now: number
  readonly monotonic: number
}

export function nextStep(
  { lease, other }: ObservedLease,
  { identity, timing }: Candidate,
  { now, monotonic }: At,
): ElectionStep {
  if (other !== undefined && monotonic < other.until) return { kind: 'wait', holder: other.holder }
  const time = microTime(now)
  const own = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(timing.leaseDurationMs / 1_000) }
  if (lease === undefined)
    return { kind: 'create', record: { ...own, acquireTime: time, renewTime: time, leaseTransitions: 0 } }
  const { holderIdentity, leaseTransitions = 0 } = lease.spec
  if (holderIdentity === identity) return { kind: 'renew', lease, record: { ...own, renewTime: time } }
  const record = { ...own, acquireTime: time, renewTime: time, leaseTransitions: leaseTransitions + 1 }
  return { kind: 'acquire', lease, record }
}

/** The holder says how long it may be silent; one that does not is given as long as we would need. */
function durationMs({ spec: { leaseDurationSeconds = 0 } }: Lease, timing: ElectionTiming): number {
  return leaseDurationSeconds > 0 ? leaseDurationSeconds * 1_000 : timing.leaseDurationMs
}

/** What a leader leaves behind that ends in order: the next one need not wait. */
export const releasedRecord = (now: number): LeaderElectionRecord => ({
  holderIdentity: '',
  leaseDurationSeconds: 1,
  renewTime: microTime(now),
})
