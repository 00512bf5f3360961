/** What a loop remembers of a node. */
interface Entry {
  readonly state: string
  /** When the state was first seen so, on the monotonic clock. */
  readonly since: number
  readonly failures: number
}

const firstMs = 5_000
const longestMs = 300_000

/** Milliseconds until the next attempt after so many failures in a row; `random` from 0 to below 1 takes off up to half. */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 2)

/** For how long nodes have been as they are, and how often work on them has failed. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()

  /** Milliseconds since the node was first seen in this state. */
  unchangedMs(node: string, state: string, monotonic: number): number {
    const known = this.#entries.get(node)
    if (known?.state === state) return monotonic - known.since
    this.#entries.set(node, { state, since: monotonic, failures: known?.failures ?? 0 })
    return 0
  }

  /** Returns how many failures in a row that makes. */
  failed(node: string): number {
    const known = this.#entries.get(node)
    if (known === undefined) return 1
    const failures = known.failures + 1
    this.#entries.set(node, { ...known, failures })
    return failures
  }

  succeeded(node: string): void {
    const known = this.#entries.get(node)
    if (known !== undefined) this.#entries.set(node, { ...known, failures: 0 })
  }

  forget(node: string): void {
    this.#entries.delete(node)
  }
}
