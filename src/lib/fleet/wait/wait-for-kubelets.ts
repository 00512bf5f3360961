import type { Node } from '../../api/node.ts'
import { bursts, type Following, following } from '../../cluster/follow.ts'
import type { Leases } from '../../cluster/ports/leases.ts'
import type { WatchFact } from '../../cluster/watch-messages.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import { reconciler as reconcilerOfManifests } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Collections } from '../cluster.ts'
import {
  KubeletsNotRunning,
  type NodeWaitFact,
  NothingToWaitFor,
  WaitEnded,
  type WaitFact,
  type WaitFor,
} from '../status/agent-flow-messages.ts'
import type { Awaited } from './awaited.ts'
import { followLeadership } from './reconciler-leads.ts'
import { type Goal, type Moment, type RolloutStatus, rolloutStatusOf, waitingIn } from './rollout-status.ts'

export interface WaitWorld {
  readonly cluster: {
    now(): number
    readonly collections: Pick<Collections, 'nodesWith'>
    readonly leases: Pick<Leases, 'read'>
    leasesIn(namespace: string): Pick<Leases, 'read'>
  }
  readonly clock: Clock
  /** Called at first, and with the nodes whose standing has changed. */
  readonly report: (changed: readonly Waited[], all: readonly Waited[]) => void
  /** Called when the API server cannot be reached, and when it can be again. */
  readonly notice: (fact: WatchFact) => void
}

/** A node, and where its kubelet stands. */
export interface Waited {
  readonly node: string
  readonly standing: RolloutStatus
}

export interface WaitRequest {
  readonly after: WaitFor
  readonly awaited: readonly Awaited[]
  readonly goal: Goal
  readonly timeoutMs: number
}

export interface WaitResult {
  /** In the order of `awaited`. What was still waited for has failed. */
  readonly nodes: readonly Waited[]
  /** Of the kubelets that were still waited for on Ctrl-C, and of all others; none when each runs what it is to run. */
  readonly failures: readonly Failure<WaitFact>[]
}

/** After this time, agents have read what was stored: it is several times their quiet time. */
const settleMs = 15_000

/**
 * Watches nodes until each kubelet runs what it is to run, or a person has to act. Nodes without an agent are not waited
 * for. Never rejects but with the failure of the first read.
 */
export async function waitForKubelets(
  { cluster, clock, report, notice }: WaitWorld,
  { after, awaited, goal, timeoutMs }: WaitRequest,
  { signal }: Limits,
): Promise<WaitResult> {
  if (awaited.length === 0) return resultOf([], after, 'timeout')
  const limit = deadline(clock, timeoutMs, signal)
  const nodes = new Map<string, Node>()
  const begun = clock.monotonic()
  let reconciler: Moment['reconciler'] = 'unknown'
  const balloons = Promise.withResolvers<void>()
  let all: readonly Waited[] = awaited.map((one) => ({ node: one.node, standing: waitingIn('Pending', one) }))
  let isFirst = true
  const look = (): readonly Waited[] => {
    const moment = { now: cluster.now(), isSettled: clock.monotonic() - begun >= settleMs, reconciler }
    return awaited.map((one, i) => {
      const standing = rolloutStatusOf(nodes.get(one.node), one, goal, moment)
      return { node: one.node, standing: kept(all[i]!.standing, standing) }
    })
  }
  const [name] = awaited.length === 1 ? awaited.map(({ node }) => node) : []
  const followings = [
    following(cluster.collections.nodesWith({ name }), (change) => {
      if (change.type === 'deleted') nodes.delete(change.name)
      else nodes.set(change.name, change.object)
    }),
    settling(clock),
    followLeadership({
      leases: [cluster.leasesIn(reconcilerOfManifests.namespace), cluster.leases],
      clock,
      needed: balloons.promise,
      set: (known) => {
        reconciler = known
      },
    }),
  ]
  try {
    for await (const news of bursts(followings, { clock, limits: { signal: limit.signal } })) {
      if (news !== undefined) {
        notice(news)
        continue
      }
      const before = new Map(all.map(({ node, standing }) => [node, keyOf(standing)]))
      all = look()
      if (all.some(isHeldForBalloon)) balloons.resolve()
      const changed = all.filter(({ node, standing }) => isFirst || before.get(node) !== keyOf(standing))
      isFirst = false
      if (changed.length > 0) report(changed, all)
      if (all.every(({ standing }) => standing.kind !== 'waiting')) break
    }
  } finally {
    limit.cancel()
  }
  return resultOf(all, after, limit.passed() ? 'timeout' : 'interrupted')
}

/** Silence does not undo what was seen: a kubelet that ran the document can still be rolled back, and one that did not can still run it. */
const kept = (before: RolloutStatus, now: RolloutStatus): RolloutStatus =>
  now.kind === 'waiting' && (before.kind === 'done' || (before.kind === 'failed' && now.state === 'Stale'))
    ? before
    : now

/** Something changes once more when the agents have had their time. */
const settling =
  (clock: Clock): Following =>
  async ({ signal }, report) => {
    report('synced')
    await clock.sleep(settleMs, signal).then(
      () => report('changed'),
      () => undefined,
    )
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }

const isHeldForBalloon = ({ standing }: Waited): boolean =>
  standing.kind === 'waiting' && causeOf(standing.fact)?.reason === 'BalloonHoldsRoom'

const causeOf = (fact: NodeWaitFact) => (fact.reason === 'KubeletNotConfirmed' ? fact.cause : undefined)

const keyOf = (standing: RolloutStatus): string =>
  standing.kind === 'failed' || standing.kind === 'skipped'
    ? standing.kind
    : `${standing.kind} ${standing.state} ${reasonShown(standing)}`

/** Why a kubelet is where it is, unless that comes and goes: the evidence of a trial, and the first moments of a change. */
export function reasonShown(standing: RolloutStatus): string | undefined {
  if (standing.kind !== 'waiting') return undefined
  const reason = causeOf(standing.fact)?.reason
  return standing.state === 'Trial' || standing.state === 'Applying' || reason === 'SourceSettling' ? undefined : reason
}

function resultOf(all: readonly Waited[], after: WaitFor, over: 'timeout' | 'interrupted'): WaitResult {
  const nodes = all.map(({ node, standing }): Waited => {
    if (standing.kind !== 'waiting') return { node, standing }
    return { node, standing: { kind: 'failed', state: standing.state, failure: new Failure(over, standing.fact) } }
  })
  const failed = nodes.flatMap(({ standing }) => (standing.kind === 'failed' ? [standing.failure] : []))
  const bySide = Map.groupBy(failed, ({ code }) => code === 'interrupted')
  const failures = [...bySide.values()].map((some) => together(some, { after, waited: all.length }))
  return { nodes, failures: failures.length === 0 ? nothingAwaited(nodes) : failures }
}

/** A wait for nothing is no success: nobody would learn that no kubelet runs what was stored. */
function nothingAwaited(nodes: readonly Waited[]): readonly Failure<WaitFact>[] {
  if (nodes.some(({ standing }) => standing.kind === 'done')) return []
  const skipped = nodes.flatMap(({ standing }) => (standing.kind === 'skipped' ? [standing.fact] : []))
  return [new Failure('timeout', NothingToWaitFor({ nodes: skipped }))]
}

/** That a kubelet was rolled back is what a script must know first, whatever is not known of others. */
const firstToKnow: readonly FailureCode[] = ['interrupted', 'reverted', 'timeout', 'conflict', 'refused', 'invalid']

function together(
  failures: readonly Failure<NodeWaitFact>[],
  of: { readonly after: WaitFor; readonly waited: number },
): Failure<WaitFact> {
  const code = firstToKnow.find((one) => failures.some((failure) => failure.code === one)) ?? 'timeout'
  const nodes = failures.map(({ fact }) => fact)
  return new Failure(code, (code === 'interrupted' ? WaitEnded : KubeletsNotRunning)({ ...of, nodes }))
}
