import type { Amounts } from '../../core/accounting/amounts.ts'
import { type Node, type Pod, timestamp } from '../../core/model/object.ts'
import type { Change } from '../../core/model/store.ts'
import { keyOfObject, type Store } from '../../core/model/store.ts'
import { conditionOf, withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import { batcher, type World } from '../runtime/world.ts'
import { allocatableOf } from './allocatable.ts'
import { misfits, onlyNodeOf } from './fit.ts'
import type { Usage } from './ledger.ts'
import { Ledger, priorityOf } from './ledger.ts'
import { mayPreempt, preempt } from './preempt.ts'

/** Milliseconds until a new pod is looked at, from the decision to the binding, and until waiting pods are retried. */
const delays = { look: [4, 12], bind: [3, 5], retry: [8, 16] } as const

/**
 * Binds pods to nodes. As in the real scheduler, the binding follows the decision with a delay, and can come too late.
 */
export class Scheduler {
  readonly #world: World
  readonly #ledger: Ledger
  readonly #waiting = new Map<string, Pod>()
  readonly #binding = new Set<string>()
  /** Nodes with more room or other changes since the last retry. */
  readonly #changed = new Set<string>()
  readonly #attemptLater: (uid: string, ms: number) => void
  readonly #retryLater: (all: 'all', ms: number) => void
  /** Index of the node at which the next search begins. */
  #from = 0

  constructor(world: World) {
    this.#world = world
    this.#ledger = new Ledger(world.api.release)
    this.#attemptLater = batcher(world, (uid) => this.#attempt(uid))
    this.#retryLater = batcher(world, () => this.#retry())
    world.api.store.listen((change) => {
      if (change.resource === 'nodes' && change.type !== 'DELETED') this.#retrySoon(change.object.metadata.name)
      if (change.resource === 'pods') this.#note(change)
    })
  }

  #note({ type, object, previous }: Change): void {
    const pod = object as Pod
    const { uid } = pod.metadata
    const isOut = type === 'DELETED' || (!pod.spec.nodeName && !isWaiting(pod))
    const roomOn = this.#ledger.note(pod, isOut)
    if (roomOn !== undefined) this.#retrySoon(roomOn)
    if (isOut || !isWaiting(pod)) {
      this.#waiting.delete(uid)
      return
    }
    this.#waiting.set(uid, pod)
    const isNew = (previous as Pod | undefined)?.spec !== pod.spec
    if (isNew) this.#attemptLater(uid, this.#world.api.chance.between(...delays.look))
  }

  #retrySoon(node: string): void {
    this.#changed.add(node)
    this.#retryLater('all', this.#world.api.chance.between(...delays.retry))
  }

  /** Retries the waiting pods for which a changed node or preemption may help, by priority. */
  #retry(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const pod of byPriority(this.#waiting)) if (this.#mayFitNow(pod, changed)) this.#attempt(pod.metadata.uid)
  }

  #mayFitNow(pod: Pod, changed: readonly string[]): boolean {
    if (mayPreempt(pod, this.#ledger)) return true
    const candidate = { spec: pod.spec, requests: this.#ledger.requestsOf(pod) }
    return changed.some((name) => {
      const node = this.#world.api.store.get({ resource: 'nodes', namespace: '', name }) as Node | undefined
      return node !== undefined && misfits(candidate, node, this.#ledger.used(name)).length === 0
    })
  }

  #attempt(uid: string): void {
    const { api, queue } = this.#world
    const pod = this.#waiting.get(uid)
    if (pod === undefined || this.#binding.has(uid)) return
    const choice = choose(pod, { store: api.store, ledger: this.#ledger, from: this.#from })
    this.#from = (this.#from + 1) % Math.max(1, api.store.count('nodes'))
    if ('message' in choice) {
      const nominatedNodeName = preempt(this.#world, pod, this.#ledger)
      refuse(this.#world, pod, { message: choice.message, nominatedNodeName })
      return
    }
    this.#ledger.assume(pod, choice.node)
    this.#binding.add(uid)
    queue.after(api.chance.between(...delays.bind), () => {
      this.#binding.delete(uid)
      bind(this.#world, this.#waiting.get(uid), choice.node)
    })
  }
}

const isWaiting = (pod: Pod): boolean =>
  !pod.spec.nodeName &&
  pod.spec.schedulerName === 'default-scheduler' &&
  !isFinished(pod) &&
  pod.metadata.deletionTimestamp === undefined

const byPriority = (waiting: ReadonlyMap<string, Pod>): Pod[] =>
  [...waiting.values()].sort((one, other) => priorityOf(other) - priorityOf(one))

/** `pod` is undefined if it is gone or bound by another client. */
function bind({ api }: World, pod: Pod | undefined, node: string): void {
  if (pod === undefined) return
  const scheduled = { status: 'True', lastTransitionTime: timestamp(api.now()), ...generationOf(pod) }
  const conditions = withCondition(pod.status?.conditions, 'PodScheduled', scheduled)
  const spec = { ...pod.spec, nodeName: node }
  api.store.put('pods', { ...pod, spec, status: { ...pod.status, conditions } } as Pod)
}

interface Refused {
  readonly message: string
  /** The node on which preemption makes room for it. */
  readonly nominatedNodeName: string | undefined
}

function refuse(world: World, pod: Pod, { message, nominatedNodeName }: Refused): void {
  if (nominatedNodeName === undefined && conditionOf(pod, 'PodScheduled')?.message === message) return
  const { api } = world
  const at = timestamp(api.now())
  const condition = { status: 'False', reason: 'Unschedulable', message, lastTransitionTime: at, ...generationOf(pod) }
  const conditions = withCondition(pod.status?.conditions, 'PodScheduled', condition)
  const status = { ...pod.status, conditions, ...(nominatedNodeName !== undefined && { nominatedNodeName }) }
  api.store.put('pods', { ...pod, status } as Pod)
  record(world, { about: pod, type: 'Warning', reason: 'FailedScheduling', message, component: 'default-scheduler' })
}

const generationOf = ({ metadata: { generation } }: Pod) =>
  generation === undefined ? {} : { observedGeneration: generation }

type Choice = { readonly node: string } | { readonly message: string }

/** The search ends after this many feasible nodes (minFeasibleNodesToFind). */
const maxFeasible = 100

/** The node with the most room among the first feasible ones from index `from`, or the reason why no node fits. */
function choose(pod: Pod, { store, ledger, from }: { store: Store; ledger: Ledger; from: number }): Choice {
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
