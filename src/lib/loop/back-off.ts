import { type BackOffRange, backOffMs } from '../back-off.ts'
import type { Clock } from '../ports/clock.ts'

/** Of requests that are repeated until they succeed. */
export const requestBackOff: BackOffRange = { firstMs: 1_000, longestMs: 60_000 }

interface Options {
  readonly clock: Pick<Clock, 'sleep'>
  /** From 0 to below 1. */
  readonly random: () => number
}

/** The pauses between the attempts of one piece of work. */
export class BackOff {
  readonly #options: Options
  readonly #range: BackOffRange
  #failures = 0

  constructor(options: Options, range: BackOffRange = requestBackOff) {
    this.#options = options
    this.#range = range
  }

  /** After a success: the next pause is the first one. */
  reset(): void {
    this.#failures = 0
  }

  /** Counts a failure, and returns the milliseconds of the pause that follows. */
  nextMs(): number {
    return backOffMs(this.#range, ++this.#failures, this.#options.random())
  }

  /** Counts a failure, and pauses. Rejects with the reason of the signal when it aborts. */
  async afterFailure(signal: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(this.nextMs(), signal)
  }
}
