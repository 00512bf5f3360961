import { type BackOffRange, backOffMs } from '../../back-off.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { WakeUp } from '../wake-up.ts'
import { RateLimiter } from './rate-limiter.ts'
import { WorkQueue } from './work-queue.ts'

interface Options {
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Between attempts that fail: with one object, and to look at all of them. */
  readonly backOff: BackOffRange
  /** Milliseconds between two looks at all objects; up to a tenth of it is added at random. */
  readonly resyncMs: number
  readonly observer: ControllerObserver
}

export interface ControllerObserver {
  /** `count`: of failures in a row. */
  failed(name: string, failure: Failure, count: number): void
  resynced(): void
  resyncFailed(because: Fact): void
}

/** What a controller does with the objects of its kind. */
export interface Reconciler {
  /** Brings one object to what it is to be. Rejects with a Failure when that is to be tried again. */
  reconcile(name: string, signal: AbortSignal): Promise<void>
  /** Looks at all objects, and adds those to the queue that need something. */
  resync(signal: AbortSignal): Promise<void>
}

/** The queue of a reconciler, the workers that take from it, and the look at all objects from time to time. */
export class Controller {
  readonly queue: WorkQueue
  readonly rateLimiter: RateLimiter
  readonly #options: Options
  readonly #resync: WakeUp

  constructor(options: Options) {
    this.#options = options
    this.queue = new WorkQueue(options.clock)
    this.rateLimiter = new RateLimiter(options)
    this.#resync = new WakeUp(options.clock)
  }

  /** Asks for a look at all objects now. */
  requestResync(): void {
    this.#resync.call()
  }

  /** Takes names from the queue, one after the other. Rejects with the reason of the signal when it aborts. */
  async work(reconciler: Reconciler, signal: AbortSignal): Promise<void> {
    for (;;) {
      const name = await this.queue.get(signal)
      try {
        await reconciler.reconcile(name, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        const ms = this.rateLimiter.when(name)
        this.#options.observer.failed(name, error, this.rateLimiter.numRequeues(name))
        this.queue.addAfter(name, ms)
      } finally {
        this.queue.done(name)
      }
    }
  }

  /** Looks at all objects now, from time to time, and when that is asked for. */
  async resync(reconciler: Reconciler, signal: AbortSignal): Promise<void> {
    const { random, backOff, resyncMs, observer } = this.#options
    for (let failures = 0; ; ) {
      this.#resync.reset()
      try {
        await reconciler.resync(signal)
        observer.resynced()
        failures = 0
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        failures++
        observer.resyncFailed(error.fact)
      }
      const ms = failures === 0 ? resyncMs * (1 + random() / 10) : backOffMs(backOff, failures, random())
      await this.#resync.sleep(ms, signal)
    }
  }
}
