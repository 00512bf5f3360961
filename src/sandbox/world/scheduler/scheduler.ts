import { type Node, type Pod, timestamp } from '../../core/model/object.ts'
import type { Change } from '../../core/model/store.ts'
import { conditionOf, withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import { batcher, type World } from '../runtime/world.ts'
import { choose } from './choose.ts'
import { misfits } from './fit.ts'
import { Ledger, priorityOf } from './ledger.ts'
import { mayPreempt, preempt } from './preempt.ts'

/** Milliseconds until a pod is looked at, from decision to binding, and until what waits is looked at again. */
const usual = { look: [4, 12], bind: [3, 5], retry: [8, 16] } as const

/** Binds pods that have no node. It decides first and binds a little later, as the real one does, and may be too late. */
export class Scheduler {
  readonly #world: World
  readonly #ledger: Ledger
  readonly #waiting = new Map<string, Pod>()
  readonly #binding = new Set<string>()
  /** Nodes that have more room than before, or are otherwise not what they were. */
  readonly #changed = new Set<string>()
  readonly #attemptLater: (uid: string, ms: number) => void
  readonly #retryLater: (all: 'all', ms: number) => void
  /** Index of the node to begin with. */
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
    if (isNew) this.#attemptLater(uid, this.#world.api.chance.between(...usual.look))
  }

  #retrySoon(node: string): void {
    this.#changed.add(node)
    this.#retryLater('all', this.#world.api.chance.between(...usual.retry))
  }

  /** Looks again at those that wait, the most important first, if a node that has changed may be the one for them. */
  #retry(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const pod of byPriority(this.#waiting)) if (this.#isHopeful(pod, changed)) this.#attempt(pod.metadata.uid)
  }

  #isHopeful(pod: Pod, changed: readonly string[]): boolean {
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
    queue.after(api.chance.between(...usual.bind), () => {
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

/** The pod may be gone by now, or bound by somebody else. */
function bind({ api }: World, pod: Pod | undefined, node: string): void {
  if (pod === undefined) return
  const scheduled = { status: 'True', lastTransitionTime: timestamp(api.now()), ...generationOf(pod) }
  const conditions = withCondition(pod.status?.conditions, 'PodScheduled', scheduled)
  const spec = { ...pod.spec, nodeName: node }
  api.store.put('pods', { ...pod, spec, status: { ...pod.status, conditions } } as Pod)
}

interface Refused {
  readonly message: string
  /** Where room is being made for it. */
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
