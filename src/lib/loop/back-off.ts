import type { Clock } from '../ports/clock.ts'

/** Pauses after failures in a row, in milliseconds: each is twice as long as the one before, up to the longest. */
export interface BackOffRange {
  readonly firstMs: number
  readonly longestMs: number
}

/** Milliseconds until the next attempt after so many failures in a row; `random` from 0 to below 1 takes off up to half. */
export const backOffMs = ({ firstMs, longestMs }: BackOffRange, failures: number, random: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 2)

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
