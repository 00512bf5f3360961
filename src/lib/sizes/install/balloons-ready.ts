import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { merged } from '../../cluster/merged.ts'
import type { Delta, OnConnection } from '../../cluster/ports/collection.ts'
import { type WatchFact, WatchLost, WatchRestored } from '../../cluster/watch-messages.ts'
import { Failure } from '../../message/failure.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import { nodeOf } from '../model/balloon.ts'
import { type Installation, selects } from '../model/installation.ts'
import { measure } from '../model/node-size.ts'
import { passes } from '../model/resizable.ts'
import type { StateFact } from '../model/size-messages.ts'
import type { Collections, SizingWorld } from '../ports/cluster.ts'
import { readInstallation } from '../resize/installations.ts'
import { BalloonsNotReady, NothingInstalled } from './install-messages.ts'

/** How many balloons of the selected nodes are ready. */
export interface Readiness {
  readonly selected: number
  /** One for each node whose balloon is waited for, and is not ready. */
  readonly missing: readonly StateFact[]
}

export interface WaitWorld extends SizingWorld {
  readonly collections: Pick<Collections, 'nodes' | 'balloons'>
  /** Called at first, and when the number of nodes has changed. */
  readonly report: (readiness: Readiness) => void
  /** Called when the API server cannot be reached, and when it can be again. */
  readonly notice: (fact: WatchFact) => void
}

/**
 * Watches nodes and balloons until each selected node has a balloon that can be resized. Rejects with Failure 'timeout'
 * after timeoutMs and 'interrupted' when the signal aborts, both with the nodes that are missing and why.
 */
export async function balloonsReady(world: WaitWorld, timeoutMs: number, { signal }: Limits): Promise<void> {
  const limit = deadline(world.clock, timeoutMs, signal)
  const limits = { signal: limit.signal }
  let last: Readiness = { selected: 0, missing: [] }
  try {
    let reported = ''
    for await (const readiness of readinessOf(world, limits)) {
      last = readiness
      const counted = `${readiness.missing.length} of ${readiness.selected}`
      if (counted !== reported) world.report(readiness)
      reported = counted
      if (readiness.missing.length === 0) return
    }
  } catch (error) {
    if (!limit.signal.aborted || !(error instanceof Failure)) throw error
  } finally {
    limit.cancel()
  }
  const code = limit.passed() ? 'timeout' : 'interrupted'
  throw new Failure(code, BalloonsNotReady({ nodes: last.missing }))
}

async function installed({ cluster }: WaitWorld, limits: Limits): Promise<Installation> {
  const found = await readInstallation(cluster, limits)
  if ('daemonSetUid' in found) return found
  throw new Failure('conflict', NothingInstalled({ namespace: found.namespace }))
}

/** The current state, then each change of it. Ends when the signal aborts. */
async function* readinessOf(world: WaitWorld, limits: Limits): AsyncGenerator<Readiness> {
  const { nodes, balloons } = world.collections
  const reading = installed(world, limits)
  reading.catch(() => undefined)
  const missing = new Map<string, StateFact>()
  let unread = 2
  const onConnection = connectionNotices(world.notice)
  const changes = [nodes, balloons].map((one) => one.changes(limits, onConnection(one)))
  for await (const change of merged<Delta<Node> | Delta<Pod>>(changes)) {
    if (change.type === 'synced') unread--
    if (unread > 0) continue
    const installation = await reading
    const changed = change.type === 'synced' ? undefined : nodeIn(change)
    const pods = Map.groupBy(balloons.store.values(), nodeOf)
    for (const name of changed === undefined ? nodes.store.keys() : [changed]) {
      const why = whyAwaited(nodes.store.get(name), pods.get(name) ?? [], installation)
      if (why === undefined) missing.delete(name)
      else missing.set(name, moreTelling(missing.get(name), why))
    }
    yield { selected: selectedIn(nodes.store, installation), missing: inOrder(missing) }
  }
}

/** Both watches share one connection, so they share one notice. */
function connectionNotices(notice: WaitWorld['notice']): (watch: object) => OnConnection {
  const lost = new Set<object>()
  return (watch) => (failure) => {
    const wasLost = lost.size > 0
    if (failure === undefined) lost.delete(watch)
    else lost.add(watch)
    if (wasLost === lost.size > 0) return
    notice(failure === undefined ? WatchRestored() : WatchLost({ because: failure.fact }))
  }
}

/** undefined: its balloon is ready, or is not waited for. */
function whyAwaited(node: Node | undefined, pods: readonly Pod[], installation: Installation): StateFact | undefined {
  if (node === undefined || !selects(installation.nodeSelector, node.labels)) return undefined
  const { why } = measure({ node, pods, installation })
  return why !== undefined && isAwaited(why) ? why : undefined
}

/** A balloon that is not admitted is deleted and created again: its missing or starting successor is not a new reason. */
const moreTelling = (before: StateFact | undefined, why: StateFact): StateFact =>
  before?.reason === 'BalloonNotAdmitted' && passes(why) ? before : why

/** The node that a change concerns. */
function nodeIn(change: Exclude<Delta<Node> | Delta<Pod>, { type: 'synced' }>): string | undefined {
  const object = change.type === 'deleted' ? change.before : change.object
  return 'spec' in object ? nodeOf(object) : object.name
}

const selectedIn = (nodes: ReadonlyMap<string, Node>, { nodeSelector }: Installation): number =>
  Array.from(nodes.values()).filter(({ labels }) => selects(nodeSelector, labels)).length

const inOrder = (missing: ReadonlyMap<string, StateFact>): readonly StateFact[] =>
  Array.from(missing)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, fact]) => fact)

/** Does not wait for a node that is down: an installation does not bring it back. */
const isAwaited = (why: StateFact): boolean =>
  passes(why) || why.reason === 'BalloonNotScheduled' || why.reason === 'ContainerNotStarted'
