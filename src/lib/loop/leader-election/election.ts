import type { Leases } from '../../cluster/ports/leases.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Contender } from './claim.ts'
import type { ElectionFact } from './election-messages.ts'

/** One Lease, and one process that wants it. */
export interface Election {
  readonly leases: Leases
  /** The name of the Lease. */
  readonly name: string
  readonly contender: Contender
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Called once per change: who leads, and why requests fail. */
  readonly report: (fact: ElectionFact) => void
}
