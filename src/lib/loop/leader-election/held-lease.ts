import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { LeaderElectionConfig } from './config.ts'
import { LeadershipLost, LeaseRequestFailed, LeaseTaken, subjectOf } from './election-messages.ts'
import type { Attempt, LeaseLock } from './lease-lock.ts'

/** The lease of a leader: renewed until it is stopped, or lost. */
export class HeldLease {
  readonly #config: LeaderElectionConfig
  readonly #lock: LeaseLock
  readonly #stopped = new AbortController()
  readonly #lost = new AbortController()
  #renewedAt: number
  #cancelDeadline: () => void
  #because: Fact | undefined

  /** `since`: when the request that won the lease was sent. */
  constructor(config: LeaderElectionConfig, lock: LeaseLock, since: number) {
    this.#config = config
    this.#lock = lock
    this.#renewedAt = since
    this.#cancelDeadline = this.#startDeadline()
  }

  /** Aborts with a Failure when the lease is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Throws when the lease is lost, or has not been renewed in time: also when no timer could run meanwhile. */
  confirm(): void {
    if (this.#remainingMs() <= 0) this.#lose(this.#tooLate())
    this.lost.throwIfAborted()
  }

  /** Renews it until it is stopped, or lost. */
  async renew(): Promise<void> {
    const signal = AbortSignal.any([this.#stopped.signal, this.lost])
    const { clock, timing } = this.#config
    try {
      for (let tookMs = 0; ; ) {
        // From start to start: an attempt that took long is followed by the next one at once.
        await clock.sleep(Math.max(0, timing.retryPeriodMs - tookMs), signal)
        const startedAt = clock.monotonic()
        this.#learn(await this.#lock.tryAcquireOrRenew(signal))
        tookMs = clock.monotonic() - startedAt
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#cancelDeadline()
    }
  }

  stop(): void {
    this.#stopped.abort()
  }

  #learn(attempt: Attempt): void {
    switch (attempt.kind) {
      case 'held':
        this.#renewedAt = attempt.since
        this.#because = undefined
        this.#cancelDeadline()
        this.#cancelDeadline = this.#startDeadline()
        break
      case 'other':
        this.#lose(this.#taken(attempt.holder))
        break
      case 'failed':
        this.#failed(attempt.because)
    }
  }

  #failed(because: Fact): void {
    const subject = subjectOf(this.#config)
    if (this.#because?.reason !== because.reason) this.#config.report(LeaseRequestFailed({ subject, because }))
    this.#because = because
  }

  #taken(holder: string): Failure {
    const subject = subjectOf(this.#config)
    return new Failure('conflict', LeaseTaken({ subject, holder }))
  }

  #remainingMs(): number {
    return this.#renewedAt + this.#config.timing.renewDeadlineMs - this.#config.clock.monotonic()
  }

  #startDeadline(): () => void {
    return this.#config.clock.after(this.#remainingMs(), () => this.#lose(this.#tooLate()))
  }

  #tooLate(): Failure {
    const subject = subjectOf(this.#config)
    return new Failure('unreachable', LeadershipLost({ subject, because: this.#because }))
  }

  #lose(failure: Failure): void {
    if (!this.#stopped.signal.aborted) this.#lost.abort(failure)
  }
}
