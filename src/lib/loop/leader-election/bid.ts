import type { Lease } from '../../api/lease.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { type At, type Claim, claimOf, type Observation, observe, releasedSpec } from './claim.ts'
import type { Election } from './election.ts'

export type Attempt =
  /** `since`: when the request that made it so was sent, on our monotonic clock; the lease is not older than that. */
  | { readonly kind: 'held'; readonly since: number }
  | { readonly kind: 'other'; readonly holder: string }
  | { readonly kind: 'failed'; readonly because: Fact }

type Entry = Pick<Election, 'leases' | 'name' | 'contender' | 'clock'>

/** A read and, when another client was faster, one more. */
const maxLooks = 2
/** Milliseconds for each request of a release, and before another try: there is little time. */
const release = { requestMs: 2_000, pauseMs: 200 } as const
/** After these, another try may succeed; it begins with a read. */
const passing: readonly FailureCode[] = ['conflict', 'unreachable', 'timeout']

/** One contender and one Lease: what it has seen of it, and what it writes. One attempt at a time. */
export class Bid {
  readonly #entry: Entry
  #seen: Observation | undefined
  /** What we wrote last is what the server has, as far as is known: no read is needed before it is renewed. */
  #isCurrent = false
  /** Our last write was not answered: it may have made the lease ours, or may do so yet. */
  #isUnanswered = false

  constructor(entry: Entry) {
    this.#entry = entry
  }

  /** Tries to get or to keep the lease. Rejects only when the signal aborts. */
  async attempt(signal: AbortSignal): Promise<Attempt> {
    for (let looks = 0; ; ) {
      try {
        if (!this.#isCurrent) {
          looks++
          await this.#look(this.#limits(signal))
        }
        return await this.#act(signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        this.#isCurrent = false
        if (error.code === 'conflict' && looks < maxLooks) continue
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
        await this.#entry.clock.sleep(release.pauseMs, signal).catch(() => {
          throw error
        })
      }
    }
  }

  async #releaseOnce(signal: AbortSignal): Promise<boolean> {
    const { leases, contender, clock } = this.#entry
    const limits = { signal, timeoutMs: release.requestMs }
    const { lease } = await this.#look(limits)
    if (lease?.spec.holderIdentity !== contender.identity) return false
    await leases.update(lease, releasedSpec(clock.now()), limits)
    return true
  }

  /** A request that hangs must leave time for another one. */
  #limits(signal: AbortSignal): Limits {
    return { signal, timeoutMs: this.#entry.contender.timing.renewDeadlineMs / 2 }
  }

  async #look(limits: Limits): Promise<Observation> {
    const { leases, name } = this.#entry
    const lease = await leases.read(name, limits)
    this.#isUnanswered = false
    return this.#learn(lease)
  }

  #learn(lease: Lease | undefined): Observation {
    const { contender, clock } = this.#entry
    this.#seen = observe(this.#seen, lease, { ...contender, monotonic: clock.monotonic() })
    return this.#seen
  }

  async #act(signal: AbortSignal): Promise<Attempt> {
    const { contender, clock } = this.#entry
    const at: At = { now: clock.now(), monotonic: clock.monotonic() }
    const claim = claimOf(this.#seen ?? { lease: undefined, other: undefined }, contender, at)
    if (claim.kind === 'wait') return { kind: 'other', holder: claim.holder }
    this.#isUnanswered = true
    this.#learn(await this.#write(claim, signal))
    this.#isUnanswered = false
    this.#isCurrent = true
    return { kind: 'held', since: at.monotonic }
  }

  #write(claim: Exclude<Claim, { kind: 'wait' }>, signal: AbortSignal): Promise<Lease> {
    const { leases, name } = this.#entry
    const limits = this.#limits(signal)
    return claim.kind === 'create'
      ? leases.create(name, claim.spec, limits)
      : leases.update(claim.lease, claim.spec, limits)
  }
}
