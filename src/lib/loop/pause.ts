import type { Clock } from '../ports/clock.ts'

/** Pauses between attempts: each twice as long as the one before, up to a minute, of which a random half is left out. */
export class Pauses {
  #failures = 0
  readonly #clock: Clock
  readonly #random: () => number

  constructor({ clock, random }: { clock: Clock; random: () => number }) {
    this.#clock = clock
    this.#random = random
  }

  succeeded(): void {
    this.#failures = 0
  }

  async afterFailure(signal: AbortSignal): Promise<void> {
    const longest = Math.min(firstMs * 2 ** this.#failures++, longestMs)
    await this.#clock.sleep(longest * (1 - this.#random() / 2), signal)
  }
}

const firstMs = 1_000
const longestMs = 60_000
