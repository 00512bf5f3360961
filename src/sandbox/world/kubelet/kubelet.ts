import type { Pod } from '../../core/model/object.ts'
import { conditionOf } from '../runtime/conditions.ts'
import { isFinished } from '../runtime/phases.ts'
import { batcher, type World } from '../runtime/world.ts'
import { isGranted } from './allocations.ts'
import { createDesk, type Desk } from './desk.ts'
import { judgeWithForce } from './preemption.ts'
import { actuate, grantResize, inProgress, noticeResize, refuseResize, settleResize } from './resize.ts'
import { Restart } from './restart.ts'
import { startContainers, startPod } from './start-pod.ts'
import { wind } from './termination.ts'
import { byUrgency } from './urgency.ts'

/** Milliseconds: to see a change, to look again at what waits, and between looks at it without a cause. */
const usual = { look: [4, 12], retry: [2, 10], tick: 180_000 } as const

/** The kubelet of one node: admits pods, grants and defers their resizes, and winds them up. */
export class Kubelet {
  readonly #desk: Desk
  readonly #restart: Restart
  readonly #born: number
  /** By uid: the instant before which a slow kubelet does not know of the last change (fault kubelet-delay). */
  readonly #knownAt = new Map<string, number>()
  readonly #lookLater: (uid: string, ms: number) => void
  readonly #retryLater: (what: 'all' | 'tick', ms: number) => void

  constructor(world: World, nodeName: string) {
    this.#restart = new Restart(world, () => this.#retry())
    this.#desk = createDesk({ world, nodeName, later: this.#restart.later })
    this.#born = world.queue.now()
    this.#lookLater = batcher(world, (uid) => this.#look(uid))
    this.#retryLater = batcher(world, () => this.#retry())
  }

  /** A pod of this node has changed, or is gone. */
  changed({ metadata: { uid, namespace, name } }: Pod): void {
    const { world, pods } = this.#desk
    const current = world.api.store.get({ resource: 'pods', namespace, name }) as Pod | undefined
    const before = pods.get(uid)
    if (current?.metadata.uid === uid) pods.set(uid, current)
    else pods.delete(uid)
    if (isNews(pods.get(uid), before)) this.#knownAt.set(uid, world.queue.now() + (world.kubeletDelayMs ?? 0))
    this.#soon(uid)
  }

  stop(): void {
    this.#restart.stop()
  }

  start(): void {
    const { pods, allocations, winding } = this.#desk
    if (!this.#restart.start()) return
    winding.clear()
    for (const pod of pods.values()) resume(this.#desk, pod)
    for (const uid of new Set([...pods.keys(), ...allocations.uids()])) this.#soon(uid)
  }

  #soon(uid: string): void {
    const { kubeletDelayMs, api, queue } = this.#desk.world
    if (kubeletDelayMs === undefined) this.#lookLater(uid, api.chance.between(...usual.look))
    else queue.after(kubeletDelayMs, () => this.#look(uid))
  }

  #isKnown(uid: string): boolean {
    return (this.#knownAt.get(uid) ?? 0) <= this.#desk.world.queue.now()
  }

  #look(uid: string): void {
    const { allocations, pods } = this.#desk
    const pod = pods.get(uid)
    if (!this.#restart.isRunning() || !this.#isKnown(uid)) return
    if (pod === undefined || isFinished(pod)) {
      if (allocations.revoke(uid)) this.#roomMade()
      return
    }
    const granted = allocations.of(pod)
    if (granted === undefined) {
      startPod(this.#desk, pod)
      return
    }
    if (pod.metadata.deletionTimestamp !== undefined) wind(this.#desk, pod)
    if (isGranted(pod, granted)) settleResize(this.#desk, pod)
    else this.#resize(pod)
  }

  #resize(pod: Pod): void {
    if (this.#restart.isPatient(pod)) this.#restart.wait(() => noticeResize(this.#desk, pod.metadata.uid))
    else if (consider(this.#desk, pod) === 'granted') this.#roomMade()
    else this.#tick()
  }

  #roomMade(): void {
    this.#retryLater('all', this.#desk.world.api.chance.between(...usual.retry))
  }

  /** Every three minutes from the start of the kubelet on, but only while something waits. */
  #tick(): void {
    const sinceLast = (this.#desk.world.queue.now() - this.#born) % usual.tick
    this.#retryLater('tick', usual.tick - sinceLast)
  }

  /** Looks at all that waits, the most urgent first. */
  #retry(): void {
    const { pods, allocations, world } = this.#desk
    if (!this.#restart.isRunning()) return
    const waiting = [...pods.values()].filter((pod) => {
      const granted = allocations.of(pod)
      const isJudged = this.#isKnown(pod.metadata.uid) && !this.#restart.isPatient(pod)
      return granted !== undefined && !isFinished(pod) && isJudged && !isGranted(pod, granted)
    })
    const left = waiting
      .sort(byUrgency(allocations, world.api.release))
      .filter(({ metadata }) => consider(this.#desk, pods.get(metadata.uid)) === 'waiting')
    if (left.length > 0) this.#tick()
  }
}

/** What the kubelet has to act on: a pod that comes or goes, another spec, or its deletion. The status is its own. */
const isNews = (pod: Pod | undefined, before: Pod | undefined): boolean =>
  pod?.metadata.generation !== before?.metadata.generation ||
  pod?.metadata.deletionTimestamp !== before?.metadata.deletionTimestamp

/** Goes on with what a stop has interrupted. */
function resume(desk: Desk, pod: Pod): void {
  const granted = desk.allocations.of(pod)
  if (granted === undefined || isFinished(pod)) return
  if (pod.status?.containerStatuses === undefined) startContainers(desk, pod.metadata.uid)
  else if (conditionOf(pod, inProgress) !== undefined) actuate(desk, { ...pod, spec: granted })
}

/** Judges one resize. */
function consider(desk: Desk, pod: Pod | undefined): 'granted' | 'waiting' | 'over' {
  if (pod === undefined || isFinished(pod)) return 'over'
  const verdict = judgeWithForce(desk, pod)
  if (verdict.kind !== 'granted') {
    refuseResize(desk, pod, verdict)
    return 'waiting'
  }
  desk.allocations.grant(pod)
  grantResize(desk, pod)
  return 'granted'
}
