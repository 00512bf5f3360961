import type { Lease, LeaseSpec } from '../api/lease.ts'
import type { Limits } from './limits.ts'

/** Leases of one namespace: enough to elect a leader. Who gets no answer to a write reads again before another try. */
export interface Leases {
  readonly namespace: string
  read(name: string, limits: Limits): Promise<Lease | undefined>
  /** Failure 'conflict' when there is one of that name already. */
  create(name: string, spec: LeaseSpec, limits: Limits): Promise<Lease>
  /**
   * Compare-and-swap on uid and resourceVersion: Failure 'conflict' when it is not any more what was read, or gone. What `spec`
   * does not name stays as it is.
   */
  update(lease: Lease, spec: LeaseSpec, limits: Limits): Promise<Lease>
}
