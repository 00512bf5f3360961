import { isFailing } from '../../agent/health/ends.ts'
import type { Phase } from '../../agent/model/phase.ts'
import { isStale } from '../../agent/report/heartbeat.ts'
import { type ReportReading, readReport } from '../../agent/report/read-report.ts'
import type { AgentReport, ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import type { ReportFact, StatusFact } from '../../agent/report/report-fact.ts'
import type { Node } from '../../api/node.ts'
import { candidatesFor, type Documents, winnerOf } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName } from '../../documents/target.ts'
import { agent } from '../../names.ts'

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
  readonly report: AgentReport | undefined
  /** Why a report cannot be read, or why the kubelet does not run what it should. */
  readonly why: ReportFact | StatusFact | ReportedFact | undefined
}

interface Known {
  readonly node: Node
  /** undefined when they may not be read. */
  readonly documents: Documents | undefined
  readonly reading: ReportReading
  /** Milliseconds since the epoch. */
  readonly now: number
}

export const readingOf = ({ annotations }: Node): ReportReading => readReport(annotations[agent.annotation.status])

export function statusOf({ node, documents, reading, now }: Known): NodeStatus {
  const wanted = documents && wantedFor(node, documents)
  const report = reading.kind === 'report' ? reading.report : undefined
  const upToDate = wanted && report && hasSeen(report.assigned, wanted)
  return {
    node,
    state: stateOf(reading, { upToDate, stale: isStaleAgent(node, now) }),
    wanted,
    upToDate,
    report,
    why: reading.kind === 'unreadable' ? reading.because : report && whyOf(report),
  }
}

const whyOf = ({ problem, trouble, drifted }: AgentReport): NodeStatus['why'] =>
  problem ?? (isFailing(trouble?.reason) ? trouble : undefined) ?? (drifted ? { reason: 'LiveFileDrifted' } : trouble)

/** Whether nothing was heard of the agent for long. */
export const isStaleAgent = ({ agentCondition }: Node, now: number): boolean =>
  isStale(agentCondition?.heartbeatAt === undefined ? undefined : Date.parse(agentCondition.heartbeatAt), now)

function wantedFor(node: Node, documents: Documents): Wanted {
  const candidates = candidatesFor(node.name, (target) => documents.get(configMapName(target)), node)
  return winnerOf(candidates) ?? { source: 'local' }
}

function hasSeen(assigned: ReportedConfig | undefined, wanted: Wanted): boolean {
  if (assigned === undefined) return false
  if (assigned.source === 'local' || wanted.source === 'local') return assigned.source === wanted.source
  const { uid, resourceVersion } = wanted.document
  return assigned.uid === uid && assigned.resourceVersion === resourceVersion
}

/** Phases in which the agent has done its work: a document that it has not seen is news then. */
export const settled: ReadonlySet<Phase> = new Set(['Idle', 'Rejected', 'Held', 'Good', 'RolledBack', 'DeadEnd'])
const healthy: ReadonlySet<Phase> = new Set(['Idle', 'Good'])

function stateOf(reading: ReportReading, at: { upToDate: boolean | undefined; stale: boolean }): NodeState {
  if (reading.kind === 'none') return 'NoAgent'
  if (reading.kind === 'unreadable') return 'Unreadable'
  const { phase, drifted, trouble } = reading.report
  if (at.stale) return 'Stale'
  if (at.upToDate === false && settled.has(phase)) return 'Pending'
  if (isFailing(trouble?.reason) && healthy.has(phase)) return 'Failing'
  return drifted && healthy.has(phase) ? 'Drifted' : phase
}
