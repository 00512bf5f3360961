import { isStale } from '../../agent/report/heartbeat.ts'
import type { Node } from '../../api/node.ts'
import type { Controller, Reconciler } from '../../loop/controller/controller.ts'
import type { RateLimiter } from '../../loop/controller/rate-limiter.ts'
import { StateAges } from '../../loop/controller/state-ages.ts'
import type { WorkQueue } from '../../loop/controller/work-queue.ts'
import { reconciler } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import type { StoredSize } from '../desired/desired-size.ts'
import { type Action, reconcile, stateOf } from '../desired/reconcile.ts'
import type { NoopReason } from '../desired/reconcile-messages.ts'
import { nodeOf } from '../model/balloon.ts'
import { markOn } from '../model/cordon.ts'
import type { NodeSize } from '../model/node-size.ts'
import { AgentLiveness } from './agent-liveness.ts'
import { willShrink } from './announced.ts'
import { carryOut } from './carry-out.ts'
import type { ReconcilerCluster } from './leader-cluster.ts'
import { leftCordon, undoLeftCordon } from './left-cordon.ts'
import { LiveSnapshot } from './live-snapshot.ts'
import type { ReconcilerObserver } from './observer.ts'
import { requestedByNode, sizeFromSum, sizeOn } from './snapshot.ts'

export interface ReconcilerDependencies {
  readonly cluster: ReconcilerCluster
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly observer: ReconcilerObserver
}

/** A kubelet that has just started decides about resizes after half a minute. */
const answerMs = 60_000
/** Until a node is looked at again that had no room: nobody reports the end of a pod. */
const roomMs = 30_000

/** Keeps the sizes of nodes: decides about one node at a time, and about all of them in a resync. */
export class SizeReconciler implements Reconciler {
  readonly #dependencies: ReconcilerDependencies
  readonly #queue: WorkQueue
  readonly #rateLimiter: RateLimiter
  readonly #snapshot: LiveSnapshot
  readonly #states = new StateAges()
  /** Of marks of cordons. */
  readonly #marks = new StateAges()
  readonly #liveness = new AgentLiveness()

  constructor(dependencies: ReconcilerDependencies, { queue, rateLimiter }: Controller) {
    this.#dependencies = dependencies
    this.#queue = queue
    this.#rateLimiter = rateLimiter
    this.#snapshot = new LiveSnapshot(dependencies.cluster)
  }

  /** Looks at all nodes that have a desired size, in one pass over the pods, and queues those that need something. */
  async resync(signal: AbortSignal): Promise<void> {
    const { cluster } = this.#dependencies
    const { installation } = this.#snapshot
    const requested = await requestedByNode(cluster.nodes, installation, { signal })
    const balloons = Map.groupBy(this.#snapshot.balloons, (pod) => nodeOf(pod) ?? '')
    for (const name of this.#snapshot.desiredNodes()) {
      const stored = this.#snapshot.desiredOf(name)
      const node = this.#snapshot.node(name)
      if (stored === undefined || node === undefined) continue
      const size = sizeFromSum({ installation, node }, balloons.get(name) ?? [], requested.get(name))
      const action = this.#decide(size, stored)
      if (action.kind === 'noop') this.#leave(name, action)
      else this.#queue.add(name)
    }
    for (const node of this.#snapshot.nodes) if (markOn(node) !== undefined) this.#queue.add(node.name)
  }

  async reconcile(name: string, signal: AbortSignal): Promise<void> {
    const { cluster, observer } = this.#dependencies
    const cordonedMs = await this.#undoCordon(name, signal)
    if (this.#snapshot.desiredOf(name) === undefined || this.#snapshot.node(name) === undefined) {
      this.#forget(name)
      if (cordonedMs !== undefined) this.#queue.addAfter(name, cordonedMs)
      return
    }
    const bound = await cluster.nodes.pods(name, { signal })
    const [stored, node] = [this.#snapshot.desiredOf(name), this.#snapshot.node(name)]
    if (stored === undefined || node === undefined) return this.#forget(name)
    const size = sizeOn(this.#snapshot, node, bound)
    const action = this.#decide(size, stored)
    if (action.kind === 'noop') return this.#leave(name, action, cordonedMs)
    const waitMs = this.#rateLimiter.remainingMs(name, workOf(action, stored))
    if (waitMs > 0) return this.#queue.addAfter(name, Math.min(waitMs, cordonedMs ?? waitMs))
    const how = { timeoutMs: answerMs, dryRun: 'none', user: reconciler.name } as const
    observer.did(await carryOut(this.#dependencies, { size, action }, how, { signal }))
    this.#rateLimiter.forget(name)
  }

  /** What another process has left behind; returns when to look again, if that process may still be at work. */
  async #undoCordon(name: string, signal: AbortSignal): Promise<number | undefined> {
    const { clock, observer } = this.#dependencies
    const node = this.#snapshot.node(name)
    const left = node && leftCordon(node, (mark) => this.#marks.unchangedMs(name, mark, clock.monotonic()))
    if (left === undefined || left.afterMs > 0) return left?.afterMs
    const undone = await undoLeftCordon(this.#dependencies, { node: name, left }, { signal })
    if (undone !== undefined) observer.uncordoned(undone)
    return undefined
  }

  #decide(size: NodeSize, stored: StoredSize): Action {
    const { clock, observer } = this.#dependencies
    const { name } = size.node
    const unchangedMs = this.#states.unchangedMs(name, stateOf(size, stored), clock.monotonic())
    const action = reconcile({ size, stored, willShrink: willShrink(size.node, this.#isAlive(size.node)), unchangedMs })
    observer.decided(name, { action, desired: stored.text })
    return action
  }

  #isAlive(node: Node): boolean {
    const { clock, cluster } = this.#dependencies
    const by = { monotonic: clock.monotonic(), isFresh: !isStale(node, cluster.now()) }
    return this.#liveness.isAlive(node.name, node.agentCondition?.heartbeatAt ?? '', by)
  }

  /** `cordonedMs`: look again by then in any case. */
  #leave(name: string, { why, againMs }: Extract<Action, { kind: 'noop' }>, cordonedMs?: number): void {
    if (!onTheWay.has(why.reason)) this.#rateLimiter.forget(name)
    const ms = why.reason === 'NoRoomForDesiredSize' ? roomMs * (1 + this.#dependencies.random()) : againMs
    const due = [ms, cordonedMs].filter((one) => one !== undefined)
    if (due.length === 0) this.#queue.cancel(name)
    else this.#queue.addAfter(name, Math.min(...due))
  }

  #forget(name: string): void {
    this.#states.forget(name)
    this.#rateLimiter.forget(name)
    if (this.#snapshot.node(name) === undefined) {
      this.#marks.forget(name)
      this.#liveness.forget(name)
    }
    this.#queue.cancel(name)
    this.#dependencies.observer.decided(name, undefined)
  }
}

/** An attempt that failed leaves a node like this for a while: its revert is pending, and its balloon has just changed. */
const onTheWay: ReadonlySet<NoopReason['reason']> = new Set(['ChangedRecently', 'ResizePending', 'NotResizableNow'])

/** The same for what would be the same once more; a person who stores a size once more asks for another try. */
const workOf = ({ kind, to, pod }: Exclude<Action, { kind: 'noop' }>, { text }: StoredSize): string =>
  JSON.stringify([kind, String(to.cpu), String(to.memory), pod.metadata.uid, text])
