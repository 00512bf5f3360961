import type { ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { WaitFact } from './agent-flow-fact.ts'
import { isStaleAgent, type NodeState, readingOf, settled } from './node-status.ts'

/** How far a kubelet must be: it runs the document, or it has also passed its trial. */
export const goals = ['promoted', 'applied'] as const
export type Goal = (typeof goals)[number]

/** A document that the kubelet of a node is to run. */
export interface Awaited {
  readonly node: string
  readonly source: 'node' | 'global'
  /** undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  /** The object that was stored; undefined when the answer to the write was lost. */
  readonly written: { readonly uid: string; readonly resourceVersion: string } | undefined
}

/** What is known of one kubelet at a moment. */
export type Standing =
  | { readonly kind: 'waiting'; readonly state: NodeState; readonly fact: WaitFact }
  | { readonly kind: 'done'; readonly state: NodeState }
  /** It is not waited for any longer. */
  | { readonly kind: 'failed'; readonly failure: Failure<WaitFact> }
  /** The document does not concern it. */
  | { readonly kind: 'skipped'; readonly fact: WaitFact }

interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Whether the agent has had the time to read what was stored. */
  readonly isSettled: boolean
}

/**
 * Where the kubelet of a node stands. A refusal counts only once the agent has seen what was stored: before that, it may
 * be about the same text of an earlier push, to which no risk was accepted.
 */
export function standingOf(node: Node | undefined, awaited: Awaited, goal: Goal, moment: Moment): Standing {
  const subject = nodeSubject(awaited.node)
  if (node === undefined) return { kind: 'skipped', fact: { reason: 'NodeGone', subject } }
  const reading = readingOf(node)
  if (reading.kind === 'none') return failed('timeout', { reason: 'AgentMissing', subject })
  if (reading.kind === 'unreadable')
    return failed('timeout', { reason: 'ReportUnreadable', subject, because: reading.because })
  const { phase, assigned, active, optOut, problem: cause } = reading.report
  if (optOut !== undefined) return { kind: 'skipped', fact: { reason: 'NodeOptedOut', subject } }
  const state = isStaleAgent(node, moment.now) ? 'Stale' : phase
  const waiting = waitingIn(state, awaited, cause)
  if (state === 'Stale') return waiting
  if (isNewer(assigned, awaited)) return failed('conflict', { reason: 'DocumentReplaced', subject })
  if (!means(assigned, awaited)) return settled.has(phase) ? waitingIn('Pending', awaited, cause) : waiting
  if (means(active, awaited) && (phase === 'Good' || (phase === 'Trial' && goal === 'applied')))
    return { kind: 'done', state }
  if (!(moment.isSettled || isWritten(assigned, awaited))) return waiting
  if (phase === 'Rejected') return failed('invalid', { reason: 'DocumentRejected', subject, cause })
  if (phase === 'Held') return failed('refused', { reason: 'DocumentHeld', subject, cause })
  if (phase === 'RolledBack') return failed('reverted', { reason: 'DocumentRolledBack', subject, cause })
  if (phase === 'DeadEnd') return failed('reverted', { reason: 'NoHealthyKubelet', subject, cause })
  return waiting
}

/** Before its node was read, a kubelet is in state Pending. */
export const waitingIn = (state: NodeState, { node }: Awaited, cause?: ReportedFact): Standing => ({
  kind: 'waiting',
  state,
  fact: { reason: 'KubeletNotConfirmed', subject: nodeSubject(node), state, cause },
})

const failed = (code: FailureCode, fact: WaitFact): Standing => ({ kind: 'failed', failure: new Failure(code, fact) })

/** Whether it is the awaited document, whatever object it was read from. */
function means(config: ReportedConfig | undefined, awaited: Awaited): boolean {
  if (config === undefined || config.source !== awaited.source) return false
  return awaited.digest === undefined ? isWritten(config, awaited) : config.digest === awaited.digest
}

/** Whether it was read from the object that was stored, or from a later version of it. */
function isWritten(config: ReportedConfig | undefined, { written }: Awaited): boolean {
  if (config === undefined || config.source === 'local' || written === undefined) return false
  return config.uid === written.uid && versionOf(config) >= versionOf(written)
}

/** Whether the agent has seen another document that was stored later. */
function isNewer(config: ReportedConfig | undefined, awaited: Awaited): boolean {
  if (config === undefined || config.source === 'local' || awaited.written === undefined) return false
  const { uid } = awaited.written
  return config.uid === uid && versionOf(config) > versionOf(awaited.written) && !means(config, awaited)
}

/** Versions of one object increase (Kubernetes 1.35 promises it, etcd always did). One that is no number is the first. */
const versionOf = ({ resourceVersion }: { resourceVersion: string }): bigint =>
  /^\d+$/.test(resourceVersion) ? BigInt(resourceVersion) : 0n
