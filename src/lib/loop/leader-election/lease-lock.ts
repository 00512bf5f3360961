import type { Lease } from '../../api/lease.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { LeaderElectionConfig } from './config.ts'
import { type At, type ElectionStep, nextStep, type ObservedLease, observe, releasedRecord } from './record.ts'

export type Attempt =
  /** `since`: when the request that made it so was sent, on our monotonic clock; the lease is not older than that. */
  | { readonly kind: 'held'; readonly since: number }
  | { readonly kind: 'other'; readonly holder: string }
  | { readonly kind: 'failed'; readonly because: Fact }

type LockConfig = Pick<LeaderElectionConfig, 'leases' | 'name' | 'identity' | 'timing' | 'clock'>

/** A read and, when another client was faster, one more. */
const maxReads = 2
/** Milliseconds for each request of a release, and before another try: there is little time. */
const release = { requestMs: 2_000, pauseMs: 200 } as const
/** After these, another try may succeed; it begins with a read. */
const passing: readonly FailureCode[] = ['conflict', 'unreachable', 'timeout']

/** One Lease and one candidate: what it has observed of the record, and what it writes. One attempt at a time. */
export class LeaseLock {
  readonly #config: LockConfig
  #observed: ObservedLease | undefined
  /** What we wrote last is what the server has, as far as is known: no read is needed before it is renewed. */
  #isCurrent = false
  /** Our last write was not answered: it may have made the lease ours, or may do so yet. */
  #isUnanswered = false

  constructor(config: LockConfig) {
    this.#config = config
  }

  /** Rejects only when the signal aborts. */
  async tryAcquireOrRenew(signal: AbortSignal): Promise<Attempt> {
    for (let reads = 0; ; ) {
      try {
        if (!this.#isCurrent) {
          reads++
          await this.#read(this.#limits(signal))
        }
        return await this.#acquireOrRenew(signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        this.#isCurrent = false
        if (error.code === 'conflict' && reads < maxReads) continue
        return { kind: 'failed', because: error.fact }
      }
    }
  }

  /** Whether the lease may be ours though no attempt has said so. */
  get mayHold(): boolean {
    return this.#isUnanswered
  }

  /**
   * Gives the lease back, if it is ours. Tries again until the signal aborts when another client was faster, such as a
   * renewal of ours that was on its way, or when no answer comes.
   */
  async release(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      try {
        return await this.#releaseOnce(signal)
      } catch (error) {
        if (!(error instanceof Failure) || !passing.includes(error.code) || signal.aborted) throw error
        await this.#config.clock.sleep(release.pauseMs, signal).catch(() => {
          throw error
        })
      }
    }
  }

  async #releaseOnce(signal: AbortSignal): Promise<boolean> {
    const { leases, identity, clock } = this.#config
    const limits = { signal, timeoutMs: release.requestMs }
    const { lease } = await this.#read(limits)
    if (lease?.spec.holderIdentity !== identity) return false
    await leases.update(lease, releasedRecord(clock.now()), limits)
    return true
  }

  /** A request that hangs must leave time for another one. */
  #limits(signal: AbortSignal): Limits {
    return { signal, timeoutMs: this.#config.timing.renewDeadlineMs / 2 }
  }

  async #read(limits: Limits): Promise<ObservedLease> {
    const { leases, name } = this.#config
    const lease = await leases.read(name, limits)
    this.#isUnanswered = false
    return this.#observe(lease)
  }

  #observe(lease: Lease | undefined): ObservedLease {
    const { identity, timing, clock } = this.#config
    this.#observed = observe(this.#observed, lease, { identity, timing, monotonic: clock.monotonic() })
    return this.#observed
  }

  async #acquireOrRenew(signal: AbortSignal): Promise<Attempt> {
    const { clock } = this.#config
    const at: At = { now: clock.now(), monotonic: clock.monotonic() }
    const step = nextStep(this.#observed ?? { lease: undefined, other: undefined }, this.#config, at)
    if (step.kind === 'wait') return { kind: 'other', holder: step.holder }
    this.#isUnanswered = true
    this.#observe(await this.#write(step, signal))
    this.#isUnanswered = false
    this.#isCurrent = true
    return { kind: 'held', since: at.monotonic }
  }

  #write(step: Exclude<ElectionStep, { kind: 'wait' }>, signal: AbortSignal): Promise<Lease> {
    const { leases, name } = this.#config
    const limits = this.#limits(signal)
    return step.kind === 'create'
      ? leases.create(name, step.record, limits)
      : leases.update(step.lease, step.record, limits)
  }
}
