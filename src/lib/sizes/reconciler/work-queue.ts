import type { Clock } from '../../ports/clock.ts'

/**
 * Names that wait to be worked on, each at most once. A name that is added while it is worked on is worked on again
 * afterwards, and never by two workers at the same time.
 */
export class WorkQueue {
  readonly #clock: Clock
  readonly #waiting = new Set<string>()
  readonly #running = new Set<string>()
  /** Added while they were running. */
  readonly #again = new Set<string>()
  readonly #timers = new Map<string, () => void>()
  /** Those that wait for a name. */
  readonly #takers = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many names wait. */
  get depth(): number {
    return this.#waiting.size
  }

  add(name: string): void {
    this.cancel(name)
    if (this.#running.has(name)) this.#again.add(name)
    else {
      this.#waiting.add(name)
      this.#wakeOne()
    }
  }

  /** Adds it later, instead of when it was scheduled before. */
  schedule(name: string, ms: number): void {
    this.cancel(name)
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(name)
      this.add(name)
    })
    this.#timers.set(name, cancel)
  }

  cancel(name: string): void {
    this.#timers.get(name)?.()
    this.#timers.delete(name)
  }

  /** The next name; call done() with it. Rejects with the reason of the signal when it aborts first. */
  async take(signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted()
      const [name] = this.#waiting
      if (name !== undefined) {
        this.#waiting.delete(name)
        this.#running.add(name)
        return name
      }
      await this.#arrival(signal)
    }
  }

  done(name: string): void {
    this.#running.delete(name)
    if (this.#again.delete(name)) this.add(name)
  }

  /** Cancels what is scheduled. */
  close(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  #wakeOne(): void {
    const [wake] = this.#takers
    if (wake === undefined) return
    this.#takers.delete(wake)
    wake()
  }

  async #arrival(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    this.#takers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', wake))
  }
}
