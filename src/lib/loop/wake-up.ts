import type { Clock } from '../ports/clock.ts'

/** Pauses that end early when something has to be done now. */
export class WakeUp {
  readonly #clock: Pick<Clock, 'sleep'>
  #called = Promise.withResolvers<void>()

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock
  }

  /** Ends the pause, or the next one. */
  call(): void {
    this.#called.resolve()
  }

  /** Forgets calls so far: what they asked for is done from now on. */
  reset(): void {
    this.#called = Promise.withResolvers()
  }

  /** Resolves after so many milliseconds, or when it is called; rejects with the reason of the signal when it aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    const sleeping = this.#clock.sleep(ms, AbortSignal.any([signal, over.signal]))
    try {
      await Promise.race([sleeping, this.#called.promise])
    } finally {
      over.abort()
      await sleeping.catch(() => undefined)
    }
    signal.throwIfAborted()
  }
}
