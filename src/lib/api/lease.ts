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
