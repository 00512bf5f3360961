import { type BackOffRange, backOffMs } from '../../back-off.ts'
import type { Clock } from '../../ports/clock.ts'

/** What was tried last with an object. */
interface RetryState {
  readonly work: string
  readonly failures: number
  /** Until then it is not tried again, on the monotonic clock. */
  readonly retryAt: number
}

interface Options {
  readonly clock: Pick<Clock, 'monotonic'>
  /** From 0 to below 1. */
  readonly random: () => number
  readonly backOff: BackOffRange
}

/**
 * When failed work is tried again, by name, as client-go's ItemExponentialFailureRateLimiter. Other than there, a name that is
 * added meanwhile does not shorten the pause of work that has just failed: the attempt itself changes the object.
 */
export class RateLimiter {
  readonly #options: Options
  readonly #retries = new Map<string, RetryState>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Milliseconds until this work may be tried; 0: it is tried now. Other work than the last one is tried at once. */
  remainingMs(name: string, work: string): number {
    const now = this.#options.clock.monotonic()
    const last = this.#retries.get(name)
    if (last?.work === work) return Math.max(0, last.retryAt - now)
    this.#retries.set(name, { work, failures: 0, retryAt: now })
    return 0
  }

  /** Counts a failure of the last work, and returns the milliseconds of the pause that follows. */
  when(name: string): number {
    const { clock, random, backOff } = this.#options
    const { work, failures } = this.#retries.get(name) ?? { work: '', failures: 0 }
    const ms = backOffMs(backOff, failures + 1, random())
    this.#retries.set(name, { work, failures: failures + 1, retryAt: clock.monotonic() + ms })
    return ms
  }

  /** Failures of the last work in a row. */
  numRequeues(name: string): number {
    return this.#retries.get(name)?.failures ?? 0
  }

  /** After a success, or when the object is gone. */
  forget(name: string): void {
    this.#retries.delete(name)
  }
}
