import type { Clock } from '../../ports/clock.ts'

/**
 * Names that wait to be worked on, each at most once, as in client-go's workqueue: a name that is added while it is worked
 * on is worked on again afterwards, and never by two workers at the same time.
 */
export class WorkQueue {
  readonly #clock: Pick<Clock, 'after'>
  readonly #waiting = new Set<string>()
  readonly #processing = new Set<string>()
  /** Added while they were processed. */
  readonly #dirty = new Set<string>()
  readonly #timers = new Map<string, () => void>()
  /** Workers that wait for a name. */
  readonly #idle = new Set<() => void>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** How many names wait. */
  get length(): number {
    return this.#waiting.size
  }

  add(name: string): void {
    this.cancel(name)
    if (this.#processing.has(name)) this.#dirty.add(name)
    else {
      this.#waiting.add(name)
      this.#wakeOne()
    }
  }

  /** Adds it later, instead of when it was to be added before. */
  addAfter(name: string, ms: number): void {
    this.cancel(name)
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(name)
      this.add(name)
    })
    this.#timers.set(name, cancel)
  }

  /** It is not to be added later any more. */
  cancel(name: string): void {
    this.#timers.get(name)?.()
    this.#timers.delete(name)
  }

  /** The next name; call done() with it. Rejects with the reason of the signal when it aborts first. */
  async get(signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted()
      const [name] = this.#waiting
      if (name !== undefined) {
        this.#waiting.delete(name)
        this.#processing.add(name)
        return name
      }
      await this.#arrival(signal)
    }
  }

  done(name: string): void {
    this.#processing.delete(name)
    if (this.#dirty.delete(name)) this.add(name)
  }

  /** Nothing is added later any more. */
  shutDown(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  #wakeOne(): void {
    const [wake] = this.#idle
    if (wake === undefined) return
    this.#idle.delete(wake)
    wake()
  }

  async #arrival(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    this.#idle.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', wake))
  }
}
