import type { Clock } from '../../src/lib/ports/clock.ts'
import type { Sandbox } from '../../src/sandbox/interface/cluster.ts'
import { Queue } from '../../src/sandbox/world/runtime/queue.ts'

/** Turns of the event loop in which nothing may happen before time passes: promises settle between them. */
const quietTurns = 3

/**
 * The time of a sandbox as a Clock. It passes while somebody waits for it and everybody else is done, and then goes straight
 * to what falls due next, ours or the sandbox's. Whoever waits for anything else (a file, a socket) is not seen.
 */
export class VirtualTime implements Clock {
  readonly #sandbox: Sandbox
  readonly #timers: Queue
  readonly #aheadMs: number
  #waiting = 0
  #turns = 0
  #running = false
  #stopped = false

  /** `aheadMs`: how far its wall clock is ahead of the sandbox's. */
  constructor(sandbox: Sandbox, aheadMs = 0) {
    this.#sandbox = sandbox
    this.#aheadMs = aheadMs
    this.#timers = new Queue(sandbox.now())
  }

  now(): number {
    return this.#sandbox.now() + this.#aheadMs
  }

  monotonic(): number {
    return this.#sandbox.now()
  }

  after(ms: number, run: () => void): () => void {
    const wait = this.waiting()
    const callOff = this.#timers.at(this.monotonic() + Math.max(0, ms), () => {
      wait[Symbol.dispose]()
      run()
    })
    return () => {
      callOff()
      wait[Symbol.dispose]()
    }
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = this.after(ms, resolve)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    await promise.finally(() => {
      cancel()
      signal.removeEventListener('abort', stop)
    })
  }

  /** Somebody waits for something that time brings, until this is disposed of. */
  waiting(): Disposable {
    let over = false
    this.#waiting++
    this.#turns = 0
    this.#run()
    return {
      [Symbol.dispose]: () => {
        if (over) return
        over = true
        this.#waiting--
        this.#turns = 0
      },
    }
  }

  /** Time stands still from now on. */
  stop(): void {
    this.#stopped = true
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    setImmediate(() => {
      this.#running = false
      if (this.#stopped || this.#waiting === 0) return
      if (++this.#turns > quietTurns) this.#leap()
      this.#run()
    })
  }

  #leap(): void {
    const due = [this.#timers.next(), this.#sandbox.nextDue()].filter((instant) => instant !== undefined)
    if (due.length === 0) return
    this.#turns = 0
    const ms = Math.max(0, Math.min(...due) - this.monotonic())
    this.#sandbox.advance(ms)
    this.#timers.advance(this.monotonic() - this.#timers.now())
  }
}
