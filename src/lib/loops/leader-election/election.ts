import type { Clock } from '../../ports/clock.ts'
import type { Leases } from '../../ports/leases.ts'
import type { Contender } from './claim.ts'
import type { ElectionFact } from './election-fact.ts'

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
