import { resources } from '../../core/accounting/amounts.ts'
import { qosOf } from '../../core/accounting/qos.ts'
import { requestsInSpec } from '../../core/accounting/requests.ts'
import type { Release } from '../../core/model/api.ts'
import type { Pod } from '../../core/model/object.ts'
import { conditionOf } from '../runtime/conditions.ts'
import { isFinished } from '../runtime/phases.ts'
import { batcher, type World } from '../runtime/world.ts'
import type { Allocations } from './allocations.ts'
import { isGranted } from './allocations.ts'
import { judgeWithPreemption } from './preemption.ts'
import { actuate, grantResize, inProgress, noticeResize, refuseResize, settleResize } from './resize-status.ts'
import { Restart } from './restart.ts'
import { startContainers, startPod } from './start-pod.ts'
import { createState, type KubeletState } from './state.ts'
import { terminate } from './termination.ts'

/**
 * Milliseconds from a change until the kubelet looks at it, until it retries pending resizes, and between periodic
 * retries.
 */
const delays = { look: [4, 12], retry: [2, 10], tick: 180_000 } as const

/** The kubelet of one node: admits pods, decides on their resizes, and terminates them. */
export class Kubelet {
  readonly #state: KubeletState
  readonly #restart: Restart
  readonly #createdAt: number
  /** By uid: the time before which the kubelet ignores the last change (fault kubelet-delay). */
  readonly #knownAt = new Map<string, number>()
  readonly #lookLater: (uid: string, ms: number) => void
  readonly #retryLater: (what: 'all' | 'tick', ms: number) => void

  constructor(world: World, nodeName: string) {
    this.#restart = new Restart(world, () => this.#retry())
    this.#state = createState({ world, nodeName, later: this.#restart.later })
    this.#createdAt = world.queue.now()
    this.#lookLater = batcher(world, (uid) => this.#look(uid))
    this.#retryLater = batcher(world, () => this.#retry())
  }

  /** To be called when a pod of this node has changed, is gone, or is no longer bound to it. */
  changed({ metadata: { uid, namespace, name } }: Pod): void {
    const { world, pods, nodeName } = this.#state
    const current = world.api.store.get({ resource: 'pods', namespace, name }) as Pod | undefined
    const before = pods.get(uid)
    if (current?.metadata.uid === uid && current.spec.nodeName === nodeName) pods.set(uid, current)
    else pods.delete(uid)
    if (isNews(pods.get(uid), before)) this.#knownAt.set(uid, world.queue.now() + (world.kubeletDelayMs ?? 0))
    this.#soon(uid)
  }

  stop(): void {
    this.#restart.stop()
  }

  start(): void {
    const { pods, allocations, terminating } = this.#state
    if (!this.#restart.start()) return
    terminating.clear()
    for (const pod of pods.values()) resume(this.#state, pod)
    for (const uid of new Set([...pods.keys(), ...allocations.uids(), ...this.#knownAt.keys()])) this.#soon(uid)
  }

  #soon(uid: string): void {
    const { kubeletDelayMs, api, queue } = this.#state.world
    if (kubeletDelayMs === undefined) this.#lookLater(uid, api.chance.between(...delays.look))
    else queue.after(kubeletDelayMs, () => this.#look(uid))
  }

  #isKnown(uid: string): boolean {
    return (this.#knownAt.get(uid) ?? 0) <= this.#state.world.queue.now()
  }

  #look(uid: string): void {
    const { allocations, pods } = this.#state
    const pod = pods.get(uid)
    if (!this.#restart.isRunning() || !this.#isKnown(uid)) return
    if (pod === undefined) this.#knownAt.delete(uid)
    if (pod === undefined || isFinished(pod)) {
      if (allocations.revoke(uid)) this.#roomMade()
      return
    }
    const granted = allocations.of(pod)
    if (granted === undefined) {
      startPod(this.#state, pod)
      return
    }
    if (pod.metadata.deletionTimestamp !== undefined) terminate(this.#state, pod)
    if (isGranted(pod, granted)) settleResize(this.#state, pod)
    else this.#resize(pod)
  }

  #resize(pod: Pod): void {
    if (this.#restart.isPostponed(pod)) this.#restart.whenObserved(() => noticeResize(this.#state, pod.metadata.uid))
    else if (consider(this.#state, pod) === 'granted') this.#roomMade()
    else this.#tick()
  }

  #roomMade(): void {
    this.#retryLater('all', this.#state.world.api.chance.between(...delays.retry))
  }

  /**
   * Schedules the next periodic retry, counted from the start of the kubelet. Called only while a resize is pending.
   */
  #tick(): void {
    const sinceLast = (this.#state.world.queue.now() - this.#createdAt) % delays.tick
    this.#retryLater('tick', delays.tick - sinceLast)
  }

  /** Retries all pending resizes, the most urgent first. */
  #retry(): void {
    const { pods, allocations, world } = this.#state
    if (!this.#restart.isRunning()) return
    const waiting = [...pods.values()].filter((pod) => {
      const granted = allocations.of(pod)
      const isDue = this.#isKnown(pod.metadata.uid) && !this.#restart.isPostponed(pod)
      return granted !== undefined && !isFinished(pod) && isDue && !isGranted(pod, granted)
    })
    const left = waiting
      .sort(byUrgency(allocations, world.api.release))
      .filter(({ metadata }) => consider(this.#state, pods.get(metadata.uid)) === 'waiting')
    if (left.length > 0) this.#tick()
  }
}

/** Whether the kubelet must act: changes of the status alone are its own. */
const isNews = (pod: Pod | undefined, before: Pod | undefined): boolean =>
  pod?.metadata.generation !== before?.metadata.generation ||
  pod?.metadata.deletionTimestamp !== before?.metadata.deletionTimestamp

/** Resumes what a stop of the kubelet has interrupted. */
function resume(state: KubeletState, pod: Pod): void {
  const granted = state.allocations.of(pod)
  if (granted === undefined || isFinished(pod)) return
  if (pod.status?.containerStatuses === undefined) startContainers(state, pod.metadata.uid)
  else if (conditionOf(pod, inProgress) !== undefined) actuate(state, { ...pod, spec: granted })
}

/** Decides on one resize. */
function consider(state: KubeletState, pod: Pod | undefined): 'granted' | 'waiting' | 'over' {
  if (pod === undefined || isFinished(pod)) return 'over'
  const verdict = judgeWithPreemption(state, pod)
  if (verdict.kind !== 'granted') {
    refuseResize(state, pod, verdict)
    return 'waiting'
  }
  state.allocations.grant(pod)
  grantResize(state, pod)
  return 'granted'
}

/**
 * Order of pending resizes: first those that do not increase requests, then by priority, QoS class (Guaranteed first)
 * and waiting time (allocation_manager.go, sortPendingResizes).
 */
const byUrgency =
  (allocations: Allocations, release: Release) =>
  (one: Pod, other: Pod): number => {
    const [a, b] = [rankOf(one, allocations, release), rankOf(other, allocations, release)]
    const at = a.findIndex((rank, i) => rank !== b[i])
    return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
  }

function rankOf(pod: Pod, allocations: Allocations, release: Release): readonly (number | string)[] {
  const asked = requestsInSpec(pod, release)
  const held = allocations.amounts(pod)
  const grows = held === undefined || resources.some((resource) => asked[resource] > held[resource])
  const since = conditionOf(pod, 'PodResizePending')?.lastTransitionTime ?? '~'
  return [grows ? 1 : 0, -(pod.spec.priority ?? 0), qosOf(pod.spec) === 'Guaranteed' ? 0 : 1, since]
}
