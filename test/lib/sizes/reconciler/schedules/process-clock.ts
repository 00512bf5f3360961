import type { Clock } from '../../../../../src/lib/ports/clock.ts'
import type { ClockKind } from './schedule.ts'

/**
 * The clocks of one process. While it is stopped no timer runs; those that fall due meanwhile run afterwards, in their
 * order. The clocks of a machine that is paused stand still.
 */
export class ProcessClock implements Clock {
  isDead = false
  /** Whether its machine has been paused: then it cannot know for how long it has led. */
  hasStood = false
  readonly #outer: Clock
  readonly #kind: ClockKind
  readonly #startedAt: number
  #stoodMs = 0
  #frozen: { readonly over: Promise<void>; readonly standsSince: number | undefined } | undefined

  constructor(outer: Clock, kind: ClockKind) {
    this.#outer = outer
    this.#kind = kind
    this.#startedAt = outer.now()
  }

  get isFrozen(): boolean {
    return this.#frozen !== undefined
  }

  now(): number {
    return this.#outer.now() + this.#kind.aheadMs
  }

  monotonic(): number {
    const stands = this.#frozen?.standsSince
    const standsMs = stands === undefined ? 0 : this.#outer.now() - stands
    return (this.#outer.now() - this.#startedAt - this.#stoodMs - standsMs) * this.#kind.rate
  }

  freeze(ms: number, clocks: 'run' | 'stand'): void {
    if (this.isDead || this.#frozen !== undefined) return
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const now = this.#outer.now()
    const standsSince = clocks === 'stand' ? now : undefined
    this.hasStood ||= clocks === 'stand'
    this.#frozen = { over, standsSince }
    this.#outer.after(ms, () => {
      if (standsSince !== undefined) this.#stoodMs += this.#outer.now() - standsSince
      this.#frozen = undefined
      resolve()
    })
  }

  kill(): void {
    this.isDead = true
  }

  /** Resolves when the process runs; never when it is dead. */
  async awake(): Promise<void> {
    while (this.#frozen !== undefined) await this.#frozen.over
    if (this.isDead) await new Promise<never>(() => undefined)
  }

  after(ms: number, run: () => void): () => void {
    const due = this.monotonic() + ms
    let isOver = false
    let cancel = (): void => undefined
    const arm = (): void => {
      const left = Math.ceil(Math.max(0, due - this.monotonic()) / this.#kind.rate)
      cancel = this.#outer.after(left, () => void fire())
    }
    const fire = async (): Promise<void> => {
      if (this.#frozen !== undefined || this.isDead) await this.awake()
      if (isOver) return
      if (this.monotonic() < due - 0.001) return arm()
      isOver = true
      run()
    }
    arm()
    return () => {
      isOver = true
      cancel()
    }
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = this.after(ms, resolve)
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    await promise.finally(() => {
      cancel()
      signal.removeEventListener('abort', stop)
    })
  }
}
