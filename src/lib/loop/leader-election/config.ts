import type { Leases } from '../../cluster/ports/leases.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ElectionFact } from './election-messages.ts'

/** In milliseconds, with the meanings and the values of client-go's leaderelection. */
export interface ElectionTiming {
  /** A candidate takes a lease that it has not seen change for so long. */
  readonly leaseDurationMs: number
  /** A leader that could not renew for so long stops. Shorter than the lease: it stops before another one begins. */
  readonly renewDeadlineMs: number
  /** Between two attempts. */
  readonly retryPeriodMs: number
}

export const defaultTiming: ElectionTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 }

/** Of the pause of a candidate, up to so much of retryPeriodMs is added at random: candidates do not ask in step. */
export const jitterFactor = 1.2

/** A process that wants to lead. */
export interface Candidate {
  /** Unique, also among the processes of one pod: whoever has the name of the holder is the holder. */
  readonly identity: string
  readonly timing: ElectionTiming
}

/** One Lease, and one process that wants it. */
export interface LeaderElectionConfig extends Candidate {
  readonly leases: Leases
  /** The name of the Lease. */
  readonly name: string
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Called once per change: who leads, and why requests fail. */
  readonly report: (fact: ElectionFact) => void
}
