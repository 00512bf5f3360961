import { type Amounts, add, none, subtract } from '../../core/accounting/amounts.ts'
import { requestsForScheduler } from '../../core/accounting/requests.ts'
import type { Release } from '../../core/model/api.ts'
import type { Pod } from '../../core/model/object.ts'
import { isFinished } from '../runtime/phases.ts'

/** Requests and number of the pods on a node, as the scheduler counts them. */
export interface Usage {
  readonly amounts: Amounts
  readonly pods: number
}

interface Entry {
  readonly node: string
  readonly pod: Pod
  readonly amounts: Amounts
}

export const priorityOf = ({ spec }: Pod): number => spec.priority ?? 0

const empty: Usage = { amounts: none, pods: 0 }

/** Counts the usage of each node. */
export class Ledger {
  readonly #release: Release
  /** By uid of the pod. */
  readonly #entries = new Map<string, Entry>()
  readonly #usage = new Map<string, Usage>()
  /** By node, then by uid. */
  readonly #pods = new Map<string, Map<string, Pod>>()
  /** Number of pods of each priority. */
  readonly #priorities = new Map<number, number>()

  constructor(release: Release) {
    this.#release = release
  }

  requestsOf(pod: Pod): Amounts {
    return requestsForScheduler(pod, this.#release)
  }

  used(node: string): Usage {
    return this.#usage.get(node) ?? empty
  }

  /** Pods that are bound to the node, or about to be. */
  podsOn(node: string): readonly Pod[] {
    return [...(this.#pods.get(node)?.values() ?? [])]
  }

  /** Whether any pod on any node has a lower priority. */
  hasBelow(priority: number): boolean {
    return this.#priorities.keys().some((each) => each < priority)
  }

  /** Counts a pod on the node to which it is about to be bound. */
  assume(pod: Pod, node: string): void {
    this.#erase(pod.metadata.uid)
    this.#enter({ node, pod, amounts: this.requestsOf(pod) })
  }

  /**
   * Records a change of a pod, and returns the node on which it freed room, if any. An unbound pod may still be assumed
   * on a node, unless `isOut`: it is gone, or will never be bound.
   */
  note(pod: Pod, isOut: boolean): string | undefined {
    const { metadata, spec } = pod
    if (!spec.nodeName && !isOut) return undefined
    const before = this.#erase(metadata.uid)
    if (isOut || !spec.nodeName || isFinished(pod)) return before?.node
    const amounts = this.requestsOf(pod)
    this.#enter({ node: spec.nodeName, pod, amounts })
    if (before === undefined) return undefined
    const isSmaller = amounts.cpu < before.amounts.cpu || amounts.memory < before.amounts.memory
    return isSmaller || before.node !== spec.nodeName ? before.node : undefined
  }

  #erase(uid: string): Entry | undefined {
    const entry = this.#entries.get(uid)
    if (entry === undefined) return undefined
    const { amounts, pods } = this.used(entry.node)
    this.#usage.set(entry.node, { amounts: subtract(amounts, entry.amounts), pods: pods - 1 })
    this.#entries.delete(uid)
    this.#pods.get(entry.node)?.delete(uid)
    this.#count(entry.pod, -1)
    return entry
  }

  #enter(entry: Entry): void {
    const { node, pod } = entry
    const { amounts, pods } = this.used(node)
    this.#usage.set(node, { amounts: add(amounts, entry.amounts), pods: pods + 1 })
    this.#entries.set(pod.metadata.uid, entry)
    const there = this.#pods.get(node) ?? new Map<string, Pod>()
    this.#pods.set(node, there.set(pod.metadata.uid, pod))
    this.#count(pod, 1)
  }

  #count(pod: Pod, more: 1 | -1): void {
    const count = (this.#priorities.get(priorityOf(pod)) ?? 0) + more
    if (count === 0) this.#priorities.delete(priorityOf(pod))
    else this.#priorities.set(priorityOf(pod), count)
  }
}
