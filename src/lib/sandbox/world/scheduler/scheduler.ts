import { type Pod, timestamp } from '../../core/object.ts'
import type { Change } from '../../core/store.ts'
import { record } from '../events.ts'
import { isFinished } from '../kubelet/phases.ts'
import { conditionOf, withCondition } from '../kubelet/status.ts'
import { batcher, type World } from '../world.ts'
import { choose } from './choose.ts'
import { Ledger } from './ledger.ts'
import { preempt } from './preempt.ts'

/** Milliseconds until a pod is looked at, from decision to binding, and until what waits is looked at again. */
const usual = { look: [4, 12], bind: [3, 5], retry: [8, 16] } as const

/** Binds pods that have no node. It decides first and binds a little later, as the real one does, and may be too late. */
export class Scheduler {
  readonly #world: World
  readonly #ledger = new Ledger()
  readonly #waiting = new Map<string, Pod>()
  readonly #binding = new Set<string>()
  readonly #attemptLater: (uid: string, ms: number) => void
  readonly #retryLater: (all: 'all', ms: number) => void
  /** Index of the node to begin with. */
  #from = 0

  constructor(world: World) {
    this.#world = world
    this.#attemptLater = batcher(world, (uid) => this.#attempt(uid))
    this.#retryLater = batcher(world, () => {
      for (const uid of byPriority(this.#waiting)) this.#attempt(uid)
    })
    world.api.store.listen((change) => {
      if (change.resource === 'nodes' && change.type !== 'DELETED') this.#retry()
      if (change.resource === 'pods') this.#note(change)
    })
  }

  #note({ type, object, previous }: Change): void {
    const pod = object as Pod
    const { uid } = pod.metadata
    const isGone = type === 'DELETED'
    if (this.#ledger.note(pod, isGone)) this.#retry()
    if (isGone || !isWaiting(pod)) {
      this.#waiting.delete(uid)
      return
    }
    this.#waiting.set(uid, pod)
    const isNew = (previous as Pod | undefined)?.spec !== pod.spec
    if (isNew) this.#attemptLater(uid, this.#world.api.chance.between(...usual.look))
  }

  #retry(): void {
    this.#retryLater('all', this.#world.api.chance.between(...usual.retry))
  }

  #attempt(uid: string): void {
    const { api, queue } = this.#world
    const pod = this.#waiting.get(uid)
    if (pod === undefined || this.#binding.has(uid)) return
    const choice = choose(pod, { store: api.store, ledger: this.#ledger, from: this.#from })
    this.#from = (this.#from + 1) % Math.max(1, api.store.count('nodes'))
    if ('message' in choice) {
      const nominatedNodeName = preempt(this.#world, pod)
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

const byPriority = (waiting: ReadonlyMap<string, Pod>): string[] =>
  [...waiting].sort(([, one], [, other]) => (other.spec.priority ?? 0) - (one.spec.priority ?? 0)).map(([uid]) => uid)

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
