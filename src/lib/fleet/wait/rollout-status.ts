import { isStale } from '../../agent/report/heartbeat.ts'
import type { AgentReport, ReportedFact } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import {
  AgentMissing,
  DocumentHeld,
  DocumentRejected,
  DocumentReplaced,
  DocumentRolledBack,
  KubeletNotConfirmed,
  NodeGone,
  NodeOptedOut,
  type NodeWaitFact,
  NoHealthyKubelet,
  ReportUnreadable,
} from '../status/agent-flow-messages.ts'
import { illnessOf, inForce, type NodeState, readingOf, settled } from '../status/node-status.ts'
import { type Resolver, resolverOf } from '../status/resolvers.ts'
import { type Awaited, type AwaitedDocument, type AwaitedLocal, isNewer, isWritten, means } from './awaited.ts'

/** How far a kubelet must be: it runs the document, or it has also passed its trial. */
export const goals = ['promoted', 'applied'] as const
export type Goal = (typeof goals)[number]

/** What is known of one kubelet at a moment. */
export type RolloutStatus =
  | { readonly kind: 'waiting'; readonly state: NodeState; readonly fact: NodeWaitFact }
  | { readonly kind: 'done'; readonly state: NodeState }
  /** It is not waited for any longer. */
  | { readonly kind: 'failed'; readonly state: NodeState; readonly failure: Failure<NodeWaitFact> }
  /** The document does not concern it. */
  | { readonly kind: 'skipped'; readonly fact: NodeWaitFact }

export interface Moment {
  /** Milliseconds since the epoch, on the clock of the API server. */
  readonly now: number
  /** Whether the agent has had the time to read what was stored. */
  readonly isSettled: boolean
  /** Whether a reconciler of nodesize leads, as far as that is known: only it makes balloons give room back. */
  readonly reconciler: 'leads' | 'absent' | 'unknown'
}

/**
 * Where the kubelet of a node stands. A refusal counts only once the agent has seen what was stored: before that, it may
 * be about the same text of an earlier push, to which no risk was accepted.
 */
export function rolloutStatusOf(node: Node | undefined, awaited: Awaited, goal: Goal, moment: Moment): RolloutStatus {
  const subject = nodeSubject(awaited.node)
  if (node === undefined) return { kind: 'skipped', fact: NodeGone({ subject }) }
  const reading = readingOf(node)
  if (reading.kind === 'none') return failed('NoAgent', 'timeout', AgentMissing({ subject }))
  if (reading.kind === 'unreadable')
    return failed('Unreadable', 'timeout', ReportUnreadable({ subject, because: reading.because }))
  const { report } = reading
  const seen: Seen = { report, stale: isStale(node, moment.now), unreachable: node.unreachable, moment }
  return (
    optOutStanding(awaited, report) ??
    (awaited.source === 'frozen' ? frozen(awaited, seen) : configured(awaited, goal, seen))
  )
}

interface Seen {
  readonly report: AgentReport
  readonly stale: boolean
  /** The API server does not hear the kubelet: what was proven may be over. */
  readonly unreachable: boolean
  readonly moment: Moment
}

/** Of a node whose opt-out is another one than what is awaited; undefined: it is as it is to be. */
function optOutStanding(awaited: Awaited, { optOut }: AgentReport): RolloutStatus | undefined {
  const wanted = optOutFor(awaited)
  if (optOut?.mode === wanted) return undefined
  const mayNotHaveSeen = wanted !== undefined || (awaited.source !== 'frozen' && awaited.optedIn === true)
  if (mayNotHaveSeen && optOut?.by !== 'file') return waitingIn('Pending', awaited)
  return { kind: 'skipped', fact: NodeOptedOut({ subject: nodeSubject(awaited.node) }) }
}

const optOutFor = (awaited: Awaited) =>
  awaited.source === 'frozen' ? 'freeze' : awaited.source === 'local' && awaited.optsOut ? 'local' : undefined

/** What is under way comes to its end first: a trial goes back. */
function frozen(awaited: Awaited, { report, stale, unreachable }: Seen): RolloutStatus {
  const { phase } = report
  const waiting = waitingIn(stale ? 'Stale' : phase, awaited, causeIn(report))
  if (stale) return waiting
  if (phase === 'Frozen') return { kind: 'done', state: illnessOf(report, { stale, unreachable }) ?? phase }
  return resolverOf(phase, report.problem?.reason) === 'failed' ? given(phase, awaited, report) : waiting
}

function configured(awaited: AwaitedDocument | AwaitedLocal, goal: Goal, seen: Seen): RolloutStatus {
  const { report, stale, moment } = seen
  const { phase, assigned, problem } = report
  const cause = causeIn(report)
  const waiting = waitingIn(stale ? 'Stale' : phase, awaited, cause)
  if (stale) return waiting
  const subject = nodeSubject(awaited.node)
  if (isNewer(assigned, awaited)) return failed(phase, 'conflict', DocumentReplaced({ subject }))
  if (!means(assigned, awaited)) return settled.has(phase) ? waitingIn('Pending', awaited, cause) : waiting
  if (means(inForce(report), awaited) && isThere(phase, goal)) return there(awaited, seen)
  if (!(moment.isSettled || isWritten(assigned, awaited))) return waiting
  const resolver = resolverNow(phase, problem?.reason, moment)
  return resolver === 'person' || resolver === 'failed' ? given(phase, awaited, report) : waiting
}

/** What the agent has done is done, unless the kubelet is in trouble now. */
function there(awaited: Awaited, { report, stale, unreachable }: Seen): RolloutStatus {
  const illness = illnessOf(report, { stale, unreachable })
  if (illness === 'Failing') return given(illness, awaited, report)
  if (illness !== undefined) return waitingIn(illness, awaited)
  return { kind: 'done', state: report.drifted ? 'Drifted' : report.phase }
}

/** `Frozen`: a node that opted out and runs with its own files. */
const isThere = (phase: AgentReport['phase'], goal: Goal): boolean =>
  phase === 'Good' || phase === 'Idle' || phase === 'Frozen' || (phase === 'Trial' && goal === 'applied')

/** Without a reconciler, a person has to make the balloon smaller. */
function resolverNow(phase: AgentReport['phase'], reason: string | undefined, { reconciler }: Moment): Resolver {
  const resolver = resolverOf(phase, reason)
  return reason === 'BalloonHoldsRoom' && resolver === 'program' && reconciler === 'absent' ? 'person' : resolver
}

const causeIn = ({ problem, trouble }: AgentReport): ReportedFact | undefined => problem ?? trouble

/** Why it is not waited for any longer. */
function given(state: NodeState, { node }: Awaited, report: AgentReport): RolloutStatus {
  const cause = state === 'Failing' ? report.trouble : causeIn(report)
  const about = { subject: nodeSubject(node), state, cause, assigned: report.assigned }
  switch (state) {
    case 'Rejected':
      return failed(state, 'invalid', DocumentRejected(about))
    case 'Held':
      return failed(state, 'refused', DocumentHeld(about))
    case 'RolledBack':
      return failed(state, 'reverted', DocumentRolledBack(about))
    case 'RollingBack':
    case 'DeadEnd':
      return failed(state, 'reverted', NoHealthyKubelet(about))
    default:
      return failed(state, 'timeout', KubeletNotConfirmed(about))
  }
}

/** Before its node was read, a kubelet is in state Pending. */
export const waitingIn = (state: NodeState, { node }: Awaited, cause?: ReportedFact): RolloutStatus => ({
  kind: 'waiting',
  state,
  fact: KubeletNotConfirmed({ subject: nodeSubject(node), state, cause }),
})

const failed = (state: NodeState, code: FailureCode, fact: NodeWaitFact): RolloutStatus => ({
  kind: 'failed',
  state,
  failure: new Failure(code, fact),
})
