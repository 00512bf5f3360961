import type { Lease, LeaseSpec } from '../../api/lease.ts'
import type { Limits } from '../../ports/limits.ts'

/** Leases of one namespace, for leader election. Without an answer to a write, a client reads before it retries. */
export interface Leases {
  readonly namespace: string
  read(name: string, limits: Limits): Promise<Lease | undefined>
  /** Failure 'conflict' when a Lease of this name exists. */
  create(name: string, spec: LeaseSpec, limits: Limits): Promise<Lease>
  /**
   * Compare-and-swap on uid and resourceVersion: Failure 'conflict' when the Lease was changed or deleted. Fields that
   * `spec` does not have stay as they are.
   */
  update(lease: Lease, spec: LeaseSpec, limits: Limits): Promise<Lease>
}
