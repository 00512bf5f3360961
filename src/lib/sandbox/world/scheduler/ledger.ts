import { effectiveRequests } from '../../../sizing/accounting.ts'
import { type Amounts, add, none, subtract } from '../../../sizing/amounts.ts'
import type { Pod } from '../../core/object.ts'
import { isFinished } from '../kubelet/phases.ts'

/** What the pods of a node hold, as the scheduler counts. */
export interface Usage {
  readonly amounts: Amounts
  readonly pods: number
}

interface Entry {
  readonly node: string
  readonly amounts: Amounts
}

const empty: Usage = { amounts: none, pods: 0 }

/** Keeps count of what is held, node by node. */
export class Ledger {
  /** By uid of a pod. */
  readonly #entries = new Map<string, Entry>()
  readonly #usage = new Map<string, Usage>()

  used(node: string): Usage {
    return this.#usage.get(node) ?? empty
  }

  /** Counts a pod on a node to which it is about to be bound. */
  assume(pod: Pod, node: string): void {
    this.#erase(pod.metadata.uid)
    this.#enter(pod.metadata.uid, { node, amounts: effectiveRequests(pod) })
  }

  /** Takes note of a pod; true when that made room on a node. One that is not bound may be assumed somewhere. */
  note(pod: Pod, isGone: boolean): boolean {
    const { metadata, spec } = pod
    if (!spec.nodeName && !isGone) return false
    const before = this.#erase(metadata.uid)
    if (isGone || !spec.nodeName || isFinished(pod)) return before !== undefined
    const amounts = effectiveRequests(pod)
    this.#enter(metadata.uid, { node: spec.nodeName, amounts })
    return before !== undefined && (amounts.cpu < before.amounts.cpu || amounts.memory < before.amounts.memory)
  }

  #erase(uid: string): Entry | undefined {
    const entry = this.#entries.get(uid)
    if (entry === undefined) return undefined
    const { amounts, pods } = this.used(entry.node)
    this.#usage.set(entry.node, { amounts: subtract(amounts, entry.amounts), pods: pods - 1 })
    this.#entries.delete(uid)
    return entry
  }

  #enter(uid: string, entry: Entry): void {
    const { amounts, pods } = this.used(entry.node)
    this.#usage.set(entry.node, { amounts: add(amounts, entry.amounts), pods: pods + 1 })
    this.#entries.set(uid, entry)
  }
}
