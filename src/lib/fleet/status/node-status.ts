import { isFailing } from '../../agent/health/ends.ts'
import type { Phase } from '../../agent/model/phase.ts'
import { heardAt, isStale } from '../../agent/report/heartbeat.ts'
import { type ReportReading, readReport } from '../../agent/report/read-report.ts'
import type { AgentReport, ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import { LiveFileDrifted, type ReportFact, type StatusFact } from '../../agent/report/report-messages.ts'
import type { Node } from '../../api/node.ts'
import { candidatesFor, type Documents, winnerOf } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, globalTarget, type Target } from '../../documents/target.ts'
import { nodeSubject } from '../../message/fact.ts'
import { agent } from '../../names.ts'
import {
  type AccountFact,
  AgentNotThere,
  AgentOptedOut,
  AgentSilent,
  DocumentNotSeen,
  KubeletNotHeard,
} from './account-messages.ts'

/** The phase of the agent, unless something else is more important to know. */
export type NodeState =
  | Phase
  /** No agent reports of this node. */
  | 'NoAgent'
  /** What was reported cannot be read. */
  | 'Unreadable'
  /** The agent has not been heard for long. */
  | 'Stale'
  /** The cluster has another document than the agent has seen. */
  | 'Pending'
  /** Another program changed the live file. */
  | 'Drifted'
  /** The kubelet does not stay up with what was proven. */
  | 'Failing'
  /** Nothing is heard of the kubelet: what was proven may be over. */
  | 'Unreachable'

/** Which document the cluster has for a node. */
export type Wanted =
  | { readonly source: 'local' }
  | { readonly source: 'node' | 'global'; readonly document: StoredDocument }

/** What is known of the configuration of a node: what the cluster has for it, and what its agent reports. */
export interface NodeStatus {
  readonly node: Node
  readonly state: NodeState
  /** undefined when documents may not be read. */
  readonly wanted: Wanted | undefined
  /** Whether the agent has seen it. undefined when that is not known. */
  readonly upToDate: boolean | undefined
  /** Without revisions that are not those texts. */
  readonly report: AgentReport | undefined
  /** What the kubelet runs; undefined when nobody who is heard says so. */
  readonly runs: ReportedConfig | undefined
  /** Why the kubelet does not run what it should, or why that is not known. */
  readonly why: Why | undefined
}

type Why = ReportFact | StatusFact | ReportedFact | AccountFact

interface Known {
  readonly node: Node
  /** undefined when they may not be read. */
  readonly documents: Documents | undefined
  /** Milliseconds since the epoch, on the clock of the API server. */
  readonly now: number
}

const readings = new WeakMap<Node, ReportReading>()

/** Of each Node that was read, once. */
export function readingOf(node: Node): ReportReading {
  const reading = readings.get(node) ?? readReport(node.annotations[agent.annotation.status])
  readings.set(node, reading)
  return reading
}

export function statusOf({ node, documents, now }: Known): NodeStatus {
  const reading = readingOf(node)
  const wanted = documents && wantedFor(node, documents)
  const report =
    reading.kind === 'report' ? withTrueRevisions(trialGoneOn(reading.report, node, now), node, documents) : undefined
  const upToDate = wanted && report && hasSeen(report, wanted)
  const state = stateOf(reading, { upToDate, stale: isStale(node, now), unreachable: node.unreachable })
  const isHeard = !(node.unreachable || isStale(node, now))
  return {
    node,
    state,
    wanted,
    upToDate,
    report,
    runs: isHeard && !unstable.has(state) ? report && inForce(report) : undefined,
    why:
      reading.kind === 'unreadable'
        ? reading.because
        : (ofState(state, { node, now, wanted, report }) ?? (report && whyOf(report))),
  }
}

/** A document that says what the kubelet runs already is in force without a change of what is active. */
export const inForce = ({ phase, assigned, active }: AgentReport): ReportedConfig =>
  phase === 'Good' ? (assigned ?? active) : active

/** A trial goes on after its report, until something keeps it from that, which is reported. */
function trialGoneOn(report: AgentReport, node: Node, now: number): AgentReport {
  const { trial, problem } = report
  const heard = heardAt(node)
  if (trial === undefined || problem !== undefined || heard === undefined) return report
  const since = Math.max(0, Math.floor((now - heard) / 1000))
  return { ...report, trial: { ...trial, elapsedSeconds: Math.min(trial.lengthSeconds, trial.elapsedSeconds + since) } }
}

/** What another client wrote is no revision, whatever number an older agent read beside it. */
function withTrueRevisions(report: AgentReport, { name }: Node, documents: Documents | undefined): AgentReport {
  const trueRevision = (config: ReportedConfig): ReportedConfig => {
    if (config.source === 'local' || config.revision === undefined) return config
    const target: Target = config.source === 'global' ? globalTarget : { kind: 'node', node: name }
    const stamp = documents?.get(configMapName(target))?.stamp
    const isOther = stamp?.revision === config.revision && stamp.digest !== undefined && stamp.digest !== config.digest
    return isOther ? { ...config, revision: undefined } : config
  }
  const { assigned, active, lastKnownGood } = report
  return {
    ...report,
    assigned: assigned && trueRevision(assigned),
    active: trueRevision(active),
    lastKnownGood: trueRevision(lastKnownGood),
  }
}

/** States in which what the kubelet runs is not what the agent gave it last, or not for long. */
const unstable: ReadonlySet<NodeState> = new Set(['Drifted', 'Failing', 'Applying', 'RollingBack', 'DeadEnd'])

const whyOf = ({ problem, trouble, drifted }: AgentReport): Why | undefined =>
  problem ?? (isFailing(trouble?.reason) ? trouble : undefined) ?? (drifted ? LiveFileDrifted() : trouble)

interface Seen extends Pick<NodeStatus, 'node' | 'wanted' | 'report'> {
  readonly now: number
}

/** What the cluster shows, and the agent does not report. */
function ofState(state: NodeState, { node, now, wanted, report }: Seen): Why | undefined {
  const subject = nodeSubject(node.name)
  if (state === 'NoAgent') return wanted?.source === 'local' ? undefined : AgentNotThere({ subject })
  if (state === 'Unreachable') return KubeletNotHeard({ subject })
  if (state === 'Pending') return DocumentNotSeen({ subject })
  if (state === 'Failing') return report?.trouble
  if (state === 'Frozen' && report?.optOut) return AgentOptedOut({ subject, optOut: report.optOut })
  if (state !== 'Stale') return undefined
  const heard = heardAt(node)
  const secondsAgo = heard === undefined ? undefined : Math.round((now - heard) / 1000)
  return AgentSilent({ subject, secondsAgo })
}

/** What the cluster has for a node. */
export function wantedFor(node: Node, documents: Documents): Wanted {
  const candidates = candidatesFor(node.name, (target) => documents.get(configMapName(target)), node)
  return winnerOf(candidates) ?? { source: 'local' }
}

/** undefined: a rollout decides what the global document is for the node. */
function hasSeen({ assigned, gated }: AgentReport, wanted: Wanted): boolean | undefined {
  if (gated === true && wanted.source !== 'node' && assigned?.source !== 'node') return undefined
  if (assigned === undefined) return false
  if (assigned.source === 'local' || wanted.source === 'local') return assigned.source === wanted.source
  const { uid, resourceVersion } = wanted.document
  return assigned.uid === uid && assigned.resourceVersion === resourceVersion
}

/** Phases in which the agent has done its work: a document that it has not seen is news then. */
export const settled: ReadonlySet<Phase> = new Set(['Idle', 'Rejected', 'Held', 'Good', 'RolledBack', 'DeadEnd'])
const healthy: ReadonlySet<Phase> = new Set(['Idle', 'Good'])
/** Phases in which the agent does nothing, and nothing went wrong: whether the kubelet works is what is to be known then. */
const steady: ReadonlySet<Phase> = new Set([...healthy, 'Frozen'])

interface Heard {
  readonly stale: boolean
  readonly unreachable: boolean
}

interface At extends Heard {
  readonly upToDate: boolean | undefined
}

/** What is wrong with a kubelet. An agent that is heard knows more than the API server, which only misses the kubelet. */
export function illnessOf(
  { trouble }: AgentReport,
  { stale, unreachable }: Heard,
): 'Failing' | 'Unreachable' | undefined {
  if (isFailing(trouble?.reason) && !(stale && unreachable)) return 'Failing'
  return unreachable ? 'Unreachable' : undefined
}

function stateOf(reading: ReportReading, at: At): NodeState {
  if (reading.kind === 'none') return 'NoAgent'
  if (reading.kind === 'unreadable') return 'Unreadable'
  const { phase, drifted } = reading.report
  const illness = steady.has(phase) ? illnessOf(reading.report, at) : undefined
  if (illness === 'Unreachable') return illness
  if (at.stale) return 'Stale'
  if (at.upToDate === false && settled.has(phase)) return 'Pending'
  if (illness !== undefined) return illness
  return drifted && healthy.has(phase) ? 'Drifted' : phase
}
