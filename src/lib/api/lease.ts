/** A lock with a holder and an expiry (coordination.k8s.io/v1). Times are RFC 3339 with microseconds. */
export interface Lease {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
  }
  readonly spec: LeaseSpec
}

export interface LeaseSpec {
  /** Empty or absent: the lease is not held. */
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: string
  readonly renewTime?: string
  /** How often the holder has changed. */
  readonly leaseTransitions?: number
}

/** The times in a Lease are those of its holder: with some slack. */
const slackMs = 60_000

/** The holder of a Lease, if it has renewed it; `now`: milliseconds since the epoch, by the clock of the API server. */
export function holderAt(lease: Lease | undefined, now: number): string | undefined {
  const { holderIdentity = '', renewTime = '', leaseDurationSeconds = 0 } = lease?.spec ?? {}
  const isHeld = holderIdentity !== '' && now - Date.parse(renewTime) < leaseDurationSeconds * 1_000 + slackMs
  return isHeld ? holderIdentity : undefined
}
