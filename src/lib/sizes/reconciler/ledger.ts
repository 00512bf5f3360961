/** What a loop remembers of a node. */
interface Entry {
  readonly state: string
  /** When the state was first seen so, on the monotonic clock. */
  readonly since: number
}

/** What was tried last. */
interface Attempt {
  readonly work: string
  readonly failures: number
  /** Until then it is not tried again, on the monotonic clock. */
  readonly retryAt: number
}

/** `ms`: the pause that follows. */
export interface Setback {
  readonly count: number
  readonly ms: number
}

const firstMs = 5_000
const longestMs = 300_000

/** Milliseconds until the next attempt after so many failures in a row; `random` from 0 to below 1 takes off up to half. */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 2)

/** For how long nodes have been as they are, and how often work on them has failed. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  readonly #attempts = new Map<string, Attempt>()

  /** Milliseconds since the node was first seen in this state. */
  unchangedMs(node: string, state: string, monotonic: number): number {
    const known = this.#entries.get(node)
    if (known?.state === state) return monotonic - known.since
    this.#entries.set(node, { state, since: monotonic })
    return 0
  }

  /**
   * Milliseconds until this may be tried; 0: it is tried now. What has just failed has to wait, whatever is heard of the node
   * meanwhile: the attempt itself changes it. Something else is tried at once.
   */
  toTry(node: string, work: string, monotonic: number): number {
    const known = this.#attempts.get(node)
    if (known?.work === work) return Math.max(0, known.retryAt - monotonic)
    this.#attempts.set(node, { work, failures: 0, retryAt: monotonic })
    return 0
  }

  /** How many failures in a row that makes; `random` from 0 to below 1. */
  failed(node: string, monotonic: number, random: number): Setback {
    const { work, failures } = this.#attempts.get(node) ?? { work: '', failures: 0 }
    const count = failures + 1
    const ms = backOffMs(count, random)
    this.#attempts.set(node, { work, failures: count, retryAt: monotonic + ms })
    return { count, ms }
  }

  succeeded(node: string): void {
    this.#attempts.delete(node)
  }

  forget(node: string): void {
    this.#entries.delete(node)
    this.#attempts.delete(node)
  }
}
