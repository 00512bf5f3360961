import type { ElectionFact } from '../../loop/leader-election/election-messages.ts'

interface What {
  readonly reason: string
  /** Of Restored, or the code of a failure. */
  readonly outcome: string
}

interface Counted extends What {
  readonly count: number
}

/** What a reconciler counts from its start on, and what it knows. */
export class Tally {
  readonly #decisions = new Map<string, string>()
  readonly #actions = new Map<string, Counted>()
  isLeader = false
  /** Whether it knows who leads. */
  hasSeenLease = false
  /** Whether it has read the cluster. */
  isSynced = false
  /** Whether a policy limits what it writes; undefined: it is not known, or nobody limits a person. */
  policyEnforced: boolean | undefined
  passes = 0
  /** Milliseconds since the epoch. */
  passedAt: number | undefined

  decided(node: string, reason: string | undefined): void {
    if (reason === undefined) this.#decisions.delete(node)
    else this.#decisions.set(node, reason)
  }

  did({ reason, outcome }: What): void {
    const key = `${reason} ${outcome}`
    this.#actions.set(key, { reason, outcome, count: (this.#actions.get(key)?.count ?? 0) + 1 })
  }

  passed(now: number): void {
    this.passes++
    this.passedAt = now
  }

  elected({ reason }: ElectionFact): void {
    if (reason === 'LeaseRequestFailed') return
    this.hasSeenLease = true
    this.isLeader = reason === 'LeaseAcquired'
  }

  /** There is no election. */
  leadsAlone(): void {
    this.hasSeenLease = true
    this.isLeader = true
  }

  get actions(): Iterable<Counted> {
    return this.#actions.values()
  }

  /** How many nodes have each last decision. */
  get nodes(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const reason of this.#decisions.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    return counts
  }
}
