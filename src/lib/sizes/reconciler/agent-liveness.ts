import { staleAfterMs } from '../../agent/report/heartbeat.ts'

interface Heard {
  readonly heartbeat: string
  /** When it was first seen, on the monotonic clock. */
  readonly since: number
  /** Whether it changed while this program looked. */
  readonly isFollowed: boolean
}

/**
 * Which agents are heard, whatever their clocks say: one whose heartbeat changes is there, and one whose heartbeat stays is
 * not. Until one has changed, the clocks of the node and of this program are compared.
 */
export class AgentLiveness {
  readonly #heard = new Map<string, Heard>()

  /** `isFresh`: by the clocks. */
  isAlive(node: string, heartbeat: string, { monotonic, isFresh }: { monotonic: number; isFresh: boolean }): boolean {
    const known = this.#heard.get(node)
    if (known?.heartbeat !== heartbeat) {
      const isFollowed = known !== undefined
      this.#heard.set(node, { heartbeat, since: monotonic, isFollowed })
      return isFollowed || isFresh
    }
    return monotonic - known.since <= staleAfterMs && (known.isFollowed || isFresh)
  }

  forget(node: string): void {
    this.#heard.delete(node)
  }
}
