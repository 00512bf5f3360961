/** In milliseconds, with the meanings and the values of client-go's leaderelection. */
export interface ElectionTiming {
  /** A contender takes a lease that it has not seen change for so long. */
  readonly leaseDurationMs: number
  /** A leader that could not renew for so long stops. Shorter than the lease: it stops before another one begins. */
  readonly renewDeadlineMs: number
  /** Between two attempts. */
  readonly retryPeriodMs: number
}

export const usualTiming: ElectionTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 }

/** Of the pause of a contender, up to so much of retryPeriodMs is added at random: contenders do not ask in step. */
export const jitterFactor = 1.2
