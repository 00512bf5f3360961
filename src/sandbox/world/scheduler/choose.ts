import type { Amounts } from '../../core/accounting/amounts.ts'
import type { Node, Pod } from '../../core/model/object.ts'
import { keyOfObject, type Store } from '../../core/model/store.ts'
import { allocatableOf } from './allocatable.ts'
import { misfits, onlyNodeOf } from './fit.ts'
import type { Ledger, Usage } from './ledger.ts'

export type Choice = { readonly node: string } | { readonly message: string }

/** The search ends after this many feasible nodes (minFeasibleNodesToFind). */
const maxFeasible = 100

/** The node with the most room among the first feasible ones from index `from`, or the reason why no node fits. */
export function choose(pod: Pod, { store, ledger, from }: { store: Store; ledger: Ledger; from: number }): Choice {
  const keys = candidates(pod, store)
  const candidate = { spec: pod.spec, requests: ledger.requestsOf(pod) }
  const fitting: { node: Node; room: number }[] = []
  const reasons = new Map<string, number>()
  for (let i = 0; i < keys.length && fitting.length < maxFeasible; i++) {
    const node = store.at('nodes', keys[(from + i) % keys.length]!) as Node
    const usage = ledger.used(node.metadata.name)
    const why = misfits(candidate, node, usage)
    if (why.length === 0) fitting.push({ node, room: roomOf(node, usage, candidate.requests) })
    for (const reason of why) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const best = fitting.reduce<(typeof fitting)[number] | undefined>(
    (top, each) => (top === undefined || each.room > top.room ? each : top),
    undefined,
  )
  return best === undefined ? { message: explain(pod, reasons, store) } : { node: best.node.metadata.name }
}

/** Keys of the nodes to examine. */
function candidates({ spec }: Pod, store: Store): readonly string[] {
  const name = onlyNodeOf(spec)
  if (name === undefined) return store.keys('nodes')
  const node = store.get({ resource: 'nodes', namespace: '', name })
  return node === undefined ? [] : [keyOfObject(node)]
}

/** Mean of the fractions of cpu and memory that would remain (LeastAllocated). */
function roomOf(node: Node, { amounts }: Usage, requests: Amounts): number {
  const all = allocatableOf(node)
  const left = (resource: keyof Amounts) =>
    all[resource] === 0n ? 0 : 1 - Number(amounts[resource] + requests[resource]) / Number(all[resource])
  return (left('cpu') + left('memory')) / 2
}

/** For a DaemonSet pod, all other nodes count as not matching. */
function explain({ spec }: Pod, reasons: Map<string, number>, store: Store): string {
  const all = store.count('nodes')
  const mismatch = "node(s) didn't match Pod's node affinity/selector"
  const seen = [...reasons.values()].reduce((max, count) => Math.max(max, count), 0)
  if (onlyNodeOf(spec) !== undefined && all > seen) reasons.set(mismatch, (reasons.get(mismatch) ?? 0) + all - seen)
  if (all === 0) return 'no nodes available to schedule pods'
  const counted = [...reasons].map(([reason, count]) => `${count} ${reason}`).sort()
  const preemption =
    spec.preemptionPolicy === 'Never'
      ? 'not eligible due to preemptionPolicy=Never.'
      : `0/${all} nodes are available: ${all} No preemption victims found for incoming pod.`
  return `0/${all} nodes are available: ${counted.join(', ')}. preemption: ${preemption}`
}
