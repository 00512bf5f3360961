import type { Node } from '../../api/node.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Collections } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { bursts, type Following, following } from '../follow.ts'
import { deadline } from '../sizes/deadline.ts'
import type { WatchFact } from '../watch-fact.ts'
import type { WaitFact } from './agent-flow-fact.ts'
import { type Awaited, type Goal, type Standing, standingOf, waitingIn } from './standing.ts'

export interface WaitWorld {
  readonly collections: Pick<Collections, 'nodesWith'>
  readonly clock: Clock
  /** Called at first, and with the nodes whose standing has changed. */
  readonly report: (changed: readonly Waited[], all: readonly Waited[]) => void
  /** Called when the API server cannot be reached, and when it can be again. */
  readonly notice: (fact: WatchFact) => void
}

/** A node, and where its kubelet stands. */
export interface Waited {
  readonly node: string
  readonly standing: Standing
}

export interface WaitRequest {
  readonly awaited: readonly Awaited[]
  readonly goal: Goal
  readonly timeoutMs: number
}

export interface WaitResult {
  /** In the order of `awaited`. What was still waited for has failed. */
  readonly nodes: readonly Waited[]
  /** One for each outcome; none when each kubelet runs what it is to run. */
  readonly failures: readonly Failure<WaitFact>[]
}

/** After this time, agents have read what was stored: it is several times their quiet time. */
const settleMs = 15_000

/**
 * Watches nodes until each kubelet runs its document, or has refused it. Nodes without an agent are not waited for. Never
 * rejects but with the failure of the first read.
 */
export async function waitForKubelets(
  { collections, clock, report, notice }: WaitWorld,
  { awaited, goal, timeoutMs }: WaitRequest,
  { signal }: Limits,
): Promise<WaitResult> {
  const limit = deadline(clock, timeoutMs, signal)
  const nodes = new Map<string, Node>()
  const begun = clock.monotonic()
  let all: readonly Waited[] = awaited.map((one) => ({ node: one.node, standing: waitingIn('Pending', one) }))
  let isFirst = true
  const look = (): readonly Waited[] => {
    const moment = { now: clock.now(), isSettled: clock.monotonic() - begun >= settleMs }
    return awaited.map((one, i) => {
      const standing = standingOf(nodes.get(one.node), one, goal, moment)
      return { node: one.node, standing: keptDone(all[i]!.standing, standing) }
    })
  }
  const [name] = awaited.length === 1 ? awaited.map(({ node }) => node) : []
  const followings = [
    following(collections.nodesWith({ name }), (change) => {
      if (change.type === 'deleted') nodes.delete(change.name)
      else nodes.set(change.name, change.object)
    }),
    settling(clock),
  ]
  try {
    for await (const news of bursts(followings, { clock, limits: { signal: limit.signal } })) {
      if (news !== undefined) {
        notice(news)
        continue
      }
      const before = new Map(all.map(({ node, standing }) => [node, keyOf(standing)]))
      all = look()
      const changed = all.filter(({ node, standing }) => isFirst || before.get(node) !== keyOf(standing))
      isFirst = false
      if (changed.length > 0) report(changed, all)
      if (all.every(({ standing }) => standing.kind !== 'waiting')) break
    }
  } finally {
    limit.cancel()
  }
  return resultOf(all, limit.passed() ? 'timeout' : 'interrupted')
}

/** A kubelet that ran the document does not become unconfirmed because its agent is silent; it can still be rolled back. */
const keptDone = (before: Standing, now: Standing): Standing =>
  before.kind === 'done' && now.kind === 'waiting' ? before : now

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

const keyOf = (standing: Standing): string =>
  standing.kind === 'failed' || standing.kind === 'skipped' ? standing.kind : `${standing.kind} ${standing.state}`

function resultOf(all: readonly Waited[], over: 'timeout' | 'interrupted'): WaitResult {
  const nodes = all.map(({ node, standing }): Waited => {
    if (standing.kind !== 'waiting') return { node, standing }
    return { node, standing: { kind: 'failed', failure: new Failure(over, standing.fact) } }
  })
  const failed = nodes.flatMap(({ standing }) => (standing.kind === 'failed' ? [standing.failure] : []))
  const byCode = [...Map.groupBy(failed, ({ code }) => code)]
  return { nodes, failures: byCode.map(([code, failures]) => together(code, failures, all.length)) }
}

function together(code: FailureCode, failures: readonly Failure<WaitFact>[], waited: number): Failure<WaitFact> {
  const facts = failures.map(({ fact }) => fact)
  if (code === 'interrupted') {
    const nodes = facts.flatMap((fact) => ('subject' in fact ? [fact.subject.name] : []))
    return new Failure(code, { reason: 'WaitEnded', waited, nodes })
  }
  return new Failure(code, { reason: 'KubeletsNotRunning', waited, nodes: facts })
}
