import { Failure } from '../../message/failure.ts'
import { jitterFactor, type LeaderElectionConfig } from './config.ts'
import {
  type ElectionFact,
  LeaseAcquired,
  LeaseHeldByOther,
  LeaseReleased,
  LeaseRequestFailed,
  subjectOf,
} from './election-messages.ts'
import { HeldLease } from './held-lease.ts'
import { LeaseLock } from './lease-lock.ts'

/** The time in which one process leads. */
export interface Leadership {
  /** Aborts with the outer signal, and with a Failure when the lease is lost. */
  readonly signal: AbortSignal
  /**
   * Throws when the lease is lost. Asked before each write (guard-writes.ts): a process that was stopped for a while
   * continues where it was, before its timers run.
   */
  confirm(): void
}

/** For the last requests. Without them, the next leader waits until the lease ends. */
const releaseMs = 5_000

/** One process that wants to lead, as client-go's LeaderElector. It runs once: a new leader has no old state. */
export class LeaderElector {
  readonly #config: LeaderElectionConfig
  readonly #lock: LeaseLock

  constructor(config: LeaderElectionConfig) {
    this.#config = config
    this.#lock = new LeaseLock(config)
  }

  /**
   * Waits until this process leads, and runs `work` while it does. Resolves when the work is done, or after the signal
   * aborts; the lease is released only when the work has ended. Rejects as the work does, and with a Failure when the
   * lease is lost: then the program ends, and is started again.
   */
  async run(work: (leadership: Leadership) => Promise<void>, signal: AbortSignal): Promise<void> {
    const since = await this.#acquire(signal)
    if (since === undefined) {
      if (this.#lock.mayHold) await this.#release()
      return
    }
    const held = new HeldLease(this.#config, this.#lock, since)
    const renewing = held.renew()
    try {
      await work({ signal: AbortSignal.any([signal, held.lost]), confirm: () => held.confirm() })
      held.lost.throwIfAborted()
    } catch (error) {
      held.lost.throwIfAborted()
      if (!signal.aborted) throw error
    } finally {
      held.stop()
      await renewing
      if (!held.lost.aborted) await this.#release()
    }
  }

  /** When the request that won the lease was sent; undefined when the signal aborted first. */
  async #acquire(signal: AbortSignal): Promise<number | undefined> {
    const { identity, timing, clock, random, report } = this.#config
    const subject = subjectOf(this.#config)
    let reported = ''
    const reportOnce = (fact: ElectionFact, what: string): void => {
      if (what !== reported) report(fact)
      reported = what
    }
    try {
      for (;;) {
        const attempt = await this.#lock.tryAcquireOrRenew(signal)
        switch (attempt.kind) {
          case 'held':
            // Stopped while the answer was on its way: another one may lead by now.
            if (clock.monotonic() - attempt.since >= timing.renewDeadlineMs) continue
            report(LeaseAcquired({ subject, identity }))
            return attempt.since
          case 'other':
            reportOnce(LeaseHeldByOther({ subject, holder: attempt.holder }), attempt.holder)
            break
          case 'failed':
            reportOnce(LeaseRequestFailed({ subject, because: attempt.because }), attempt.because.reason)
        }
        await clock.sleep(timing.retryPeriodMs * (1 + jitterFactor * random()), signal)
      }
    } catch (error) {
      if (!signal.aborted) throw error
      return undefined
    }
  }

  async #release(): Promise<void> {
    const { clock, report } = this.#config
    const subject = subjectOf(this.#config)
    const over = new AbortController()
    const cancel = clock.after(releaseMs, () => over.abort(new Error('the time for the release is over')))
    try {
      if (await this.#lock.release(over.signal)) report(LeaseReleased({ subject }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      report(LeaseRequestFailed({ subject, because: error.fact }))
    } finally {
      cancel()
    }
  }
}
