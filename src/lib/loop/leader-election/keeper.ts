import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Attempt, Bid } from './bid.ts'
import type { Election } from './election.ts'
import { LeadershipLost, LeaseRequestFailed, LeaseTaken, subjectOf } from './election-messages.ts'

/** Keeps the lease of a leader, until it is stopped or has lost it. */
export class Keeper {
  readonly #election: Election
  readonly #bid: Bid
  readonly #stopped = new AbortController()
  readonly #over = new AbortController()
  #renewedAt: number
  #cancelDeadline: () => void
  #because: Fact | undefined

  /** `since`: when the request that won the lease was sent. */
  constructor(election: Election, bid: Bid, since: number) {
    this.#election = election
    this.#bid = bid
    this.#renewedAt = since
    this.#cancelDeadline = this.#startDeadline()
  }

  /** Aborts with a Failure when the lease is lost. */
  get lost(): AbortSignal {
    return this.#over.signal
  }

  /** Throws when the lease is lost, or has not been renewed in time: also when no timer could run meanwhile. */
  confirm(): void {
    if (this.#remainingMs() <= 0) this.#lose(this.#tooLate())
    this.lost.throwIfAborted()
  }

  async run(): Promise<void> {
    const signal = AbortSignal.any([this.#stopped.signal, this.lost])
    const { clock, contender } = this.#election
    try {
      for (let tookMs = 0; ; ) {
        // From start to start: an attempt that took long is followed by the next one at once.
        await clock.sleep(Math.max(0, contender.timing.retryPeriodMs - tookMs), signal)
        const startedAt = clock.monotonic()
        this.#learn(await this.#bid.attempt(signal))
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
    const subject = subjectOf(this.#election)
    if (this.#because?.reason !== because.reason) this.#election.report(LeaseRequestFailed({ subject, because }))
    this.#because = because
  }

  #taken(holder: string): Failure {
    const subject = subjectOf(this.#election)
    return new Failure('conflict', LeaseTaken({ subject, holder }))
  }

  #remainingMs(): number {
    return this.#renewedAt + this.#election.contender.timing.renewDeadlineMs - this.#election.clock.monotonic()
  }

  #startDeadline(): () => void {
    return this.#election.clock.after(this.#remainingMs(), () => this.#lose(this.#tooLate()))
  }

  #tooLate(): Failure {
    const subject = subjectOf(this.#election)
    return new Failure('unreachable', LeadershipLost({ subject, because: this.#because }))
  }

  #lose(failure: Failure): void {
    if (!this.#stopped.signal.aborted) this.#over.abort(failure)
  }
}
