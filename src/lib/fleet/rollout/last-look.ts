import type { Clock } from '../../ports/clock.ts'

interface Look<About, Found> {
  readonly about: About
  readonly found: Found
  /** By the monotonic clock. */
  readonly until: number
}

/** What somebody has found when looking last, for as long as that counts. What was found about one thing says nothing of another. */
export class LastLook<About extends string | number, Found> {
  readonly #clock: Pick<Clock, 'monotonic'>
  #last: Look<About, Found> | undefined

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** undefined: nobody has looked yet, or it is too long ago. */
  at(about: About): Found | undefined {
    const last = this.#last
    return last?.about === about && this.#clock.monotonic() < last.until ? last.found : undefined
  }

  keep(look: Look<About, Found>): void {
    this.#last = look
  }

  forget(): void {
    this.#last = undefined
  }
}
