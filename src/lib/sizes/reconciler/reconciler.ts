import { isStale } from '../../agent/report/heartbeat.ts'
import type { Node } from '../../api/node.ts'
import { Failure } from '../../message/failure.ts'
import { reconciler } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Action, reconcile, stateOf } from '../desired/reconcile.ts'
import type { StandReason } from '../desired/reconcile-messages.ts'
import type { StoredWish } from '../desired/wish.ts'
import { nodeOf } from '../model/balloon.ts'
import { markOn } from '../model/cordon.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { OpenCluster } from '../ports/cluster.ts'
import { willShrink } from './announced.ts'
import { carryOut } from './carry-out.ts'
import { Hearing } from './hearing.ts'
import { Ledger } from './ledger.ts'
import { leftCordon, undoLeftCordon } from './left-cordon.ts'
import { LiveScene } from './live-scene.ts'
import type { Observer } from './observer.ts'
import { requestedByNode, sizeFromSum, sizeOn } from './scene.ts'
import { WorkQueue } from './work-queue.ts'

export interface ReconcilerWorld {
  readonly cluster: OpenCluster
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly observer: Observer
}

/** A kubelet that has just started decides about resizes after half a minute. */
const answerMs = 60_000
/** Until a node is looked at again that had no room: nobody reports the end of a pod. */
const roomMs = 30_000

/** Keeps the sizes of nodes: decides about one node at a time, and about all of them in a pass. */
export class Reconciler {
  readonly queue: WorkQueue
  readonly #world: ReconcilerWorld
  readonly #scene: LiveScene
  readonly #ledger = new Ledger()
  /** Of marks of cordons. */
  readonly #marks = new Ledger()
  readonly #hearing = new Hearing()

  constructor(world: ReconcilerWorld) {
    this.#world = world
    this.queue = new WorkQueue(world.clock)
    this.#scene = new LiveScene(world.cluster)
  }

  /** Takes nodes from the queue, one after the other, until the signal aborts. */
  async work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const node = await this.queue.take(signal)
      try {
        await this.#reconcile(node, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        const { clock, observer, random } = this.#world
        const { count, ms } = this.#ledger.failed(node, clock.monotonic(), random())
        observer.failed(node, error, count)
        this.queue.schedule(node, ms)
      } finally {
        this.queue.done(node)
      }
    }
  }

  /** Looks at all nodes that have a wish, in one pass over the pods, and queues those that need something. */
  async pass(signal: AbortSignal): Promise<void> {
    const { cluster, observer } = this.#world
    const { installation } = this.#scene
    const requested = await requestedByNode(cluster.nodes, installation, { signal })
    const balloons = Map.groupBy(this.#scene.balloons, (pod) => nodeOf(pod) ?? '')
    for (const name of this.#scene.wished()) {
      const stored = this.#scene.wishOf(name)
      const node = this.#scene.node(name)
      if (stored === undefined || node === undefined) continue
      const size = sizeFromSum({ installation, node }, balloons.get(name) ?? [], requested.get(name))
      const action = this.#decide(size, stored)
      if (action.kind === 'stand') this.#stand(name, action)
      else this.queue.add(name)
    }
    for (const node of this.#scene.nodes) if (markOn(node) !== undefined) this.queue.add(node.name)
    observer.passed()
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<void> {
    const { clock, cluster, observer } = this.#world
    const cordonedMs = await this.#undoCordon(name, signal)
    if (this.#scene.wishOf(name) === undefined || this.#scene.node(name) === undefined) {
      this.#forget(name)
      if (cordonedMs !== undefined) this.queue.schedule(name, cordonedMs)
      return
    }
    const bound = await cluster.nodes.pods(name, { signal })
    const [stored, node] = [this.#scene.wishOf(name), this.#scene.node(name)]
    if (stored === undefined || node === undefined) return this.#forget(name)
    const size = sizeOn(this.#scene, node, bound)
    const action = this.#decide(size, stored)
    if (action.kind === 'stand') return this.#stand(name, action, cordonedMs)
    const waitMs = this.#ledger.toTry(name, workOf(action, stored), clock.monotonic())
    if (waitMs > 0) return this.queue.schedule(name, Math.min(waitMs, cordonedMs ?? waitMs))
    const how = { timeoutMs: answerMs, dryRun: 'none', user: reconciler.name } as const
    observer.did(await carryOut(this.#world, { size, action }, how, { signal }))
    this.#ledger.succeeded(name)
  }

  /** What another process has left behind; returns when to look again, if that process may still be at work. */
  async #undoCordon(name: string, signal: AbortSignal): Promise<number | undefined> {
    const { clock, observer } = this.#world
    const node = this.#scene.node(name)
    const left = node && leftCordon(node, (mark) => this.#marks.unchangedMs(name, mark, clock.monotonic()))
    if (left === undefined || left.afterMs > 0) return left?.afterMs
    const undone = await undoLeftCordon(this.#world, { node: name, left }, { signal })
    if (undone !== undefined) observer.uncordoned(undone)
    return undefined
  }

  #decide(size: NodeSize, stored: StoredWish): Action {
    const { clock, observer } = this.#world
    const { name } = size.node
    const unchangedMs = this.#ledger.unchangedMs(name, stateOf(size, stored), clock.monotonic())
    const action = reconcile({ size, stored, willShrink: willShrink(size.node, this.#hears(size.node)), unchangedMs })
    observer.decided(name, { action, wish: stored.text })
    return action
  }

  #hears(node: Node): boolean {
    const { clock, cluster } = this.#world
    const by = { monotonic: clock.monotonic(), isFresh: !isStale(node, cluster.now()) }
    return this.#hearing.hears(node.name, node.agentCondition?.heartbeatAt ?? '', by)
  }

  /** `cordonedMs`: look again by then in any case. */
  #stand(name: string, { why, againMs }: Extract<Action, { kind: 'stand' }>, cordonedMs?: number): void {
    if (!onTheWay.has(why.reason)) this.#ledger.succeeded(name)
    const ms = why.reason === 'NoRoomForWish' ? roomMs * (1 + this.#world.random()) : againMs
    const due = [ms, cordonedMs].filter((one) => one !== undefined)
    if (due.length === 0) this.queue.cancel(name)
    else this.queue.schedule(name, Math.min(...due))
  }

  #forget(name: string): void {
    this.#ledger.forget(name)
    if (this.#scene.node(name) === undefined) {
      this.#marks.forget(name)
      this.#hearing.forget(name)
    }
    this.queue.cancel(name)
    this.#world.observer.decided(name, undefined)
  }
}

/** An attempt that failed leaves a node like this for a while: its revert is pending, and its balloon has just changed. */
const onTheWay: ReadonlySet<StandReason['reason']> = new Set(['ChangedRecently', 'ResizePending', 'NotResizableNow'])

/** The same for what would be the same once more; a person who stores a size once more asks for another try. */
const workOf = ({ kind, to, pod }: Exclude<Action, { kind: 'stand' }>, { text }: StoredWish): string =>
  JSON.stringify([kind, String(to.cpu), String(to.memory), pod.metadata.uid, text])
