import type { Lease } from '../../api/lease.ts'
import type { Fact } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { type Claim, claimOf, type Observation, observe, releasedSpec } from './claim.ts'
import type { Election } from './election.ts'

export type Attempt =
  /** `since`: when the request that made it so was sent, on our monotonic clock; the lease is not older than that. */
  | { readonly kind: 'held'; readonly since: number }
  | { readonly kind: 'other'; readonly holder: string }
  | { readonly kind: 'failed'; readonly because: Fact }

type Entry = Pick<Election, 'leases' | 'name' | 'contender' | 'clock'>

/** A read and, when another client was faster, one more. */
const maxLooks = 2

/** One contender and one Lease: what it has seen of it, and what it writes. One attempt at a time. */
export class Bid {
  readonly #entry: Entry
  #seen: Observation | undefined
  /** What we wrote last is what the server has, as far as is known: no read is needed before it is renewed. */
  #isCurrent = false

  constructor(entry: Entry) {
    this.#entry = entry
  }

  /** Tries to get or to keep the lease. Rejects only when the signal aborts. */
  async attempt(signal: AbortSignal): Promise<Attempt> {
    for (let looks = 0; ; ) {
      try {
        if (!this.#isCurrent) {
          looks++
          await this.#look(signal)
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

  /** Gives the lease back, if it is ours. */
  async release(signal: AbortSignal): Promise<boolean> {
    const { leases, contender, clock } = this.#entry
    const { lease } = await this.#look(signal)
    if (lease?.spec.holderIdentity !== contender.identity) return false
    await leases.update(lease, releasedSpec(clock.now()), this.#limits(signal))
    return true
  }

  /** A request that hangs must leave time for another one. */
  #limits(signal: AbortSignal): { signal: AbortSignal; timeoutMs: number } {
    return { signal, timeoutMs: this.#entry.contender.timing.renewDeadlineMs / 2 }
  }

  async #look(signal: AbortSignal): Promise<Observation> {
    const { leases, name, clock } = this.#entry
    const lease = await leases.read(name, this.#limits(signal))
    this.#seen = observe(this.#seen, lease, clock.monotonic())
    return this.#seen
  }

  async #act(signal: AbortSignal): Promise<Attempt> {
    const { contender, clock } = this.#entry
    const since = clock.monotonic()
    const seen = this.#seen ?? { lease: undefined, since }
    const claim = claimOf(seen, contender, { now: clock.now(), monotonic: since })
    if (claim.kind === 'wait') return { kind: 'other', holder: claim.holder }
    const lease = await this.#write(claim, signal)
    this.#seen = observe(this.#seen, lease, clock.monotonic())
    this.#isCurrent = true
    return { kind: 'held', since }
  }

  #write(claim: Exclude<Claim, { kind: 'wait' }>, signal: AbortSignal): Promise<Lease> {
    const { leases, name } = this.#entry
    const limits = this.#limits(signal)
    return claim.kind === 'create'
      ? leases.create(name, claim.spec, limits)
      : leases.update(claim.lease, claim.spec, limits)
  }
}
