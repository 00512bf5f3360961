import { isFailing } from '../../agent/health/ends.ts'
import { heardAt, isStale } from '../../agent/report/heartbeat.ts'
import { readReport } from '../../agent/report/read-report.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import type { StatusFact } from '../../agent/report/report-fact.ts'
import type { Node } from '../../api/node.ts'
import { type Documents, ignoresGlobal } from '../../documents/precedence.ts'
import { configMapName, globalTarget } from '../../documents/target.ts'
import { nodeSubject, type Subject } from '../../fact.ts'
import { releaseOfKubelet, releases } from '../../kubelet/model/releases.ts'
import { foreignManagers } from '../../kubelet-layout/foreign.ts'
import type { LayoutCare } from '../../kubelet-layout/layout-fact.ts'
import { agent } from '../../names.ts'
import type { LeaseTimes } from '../../ports/nodes.ts'
import type { DoctorFact } from '../agent/doctor.ts'
import type { Findings } from '../findings.ts'
import type { AgentFlowFact } from './agent-flow-fact.ts'
import { almostNames } from './almost-names.ts'
import type { NodeDoctorFact, Right } from './node-doctor-fact.ts'
import { type NodeStatus, statusOf } from './node-status.ts'

/** What a cluster shows about a node; undefined: it may not be read. */
export interface NodeSeen {
  readonly node: Node
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
  /** The same, by the clock of this machine. */
  readonly ownNow: number
  /** The version of this program. */
  readonly version: string
  readonly lease: LeaseTimes | undefined
  readonly documents: Documents | undefined
  /** All in the namespace of the documents. */
  readonly configMaps: readonly string[] | undefined
  /** Policies of `agent manifests` that the cluster does not have. */
  readonly missingPolicies: readonly string[] | undefined
  readonly rights: readonly (Right & { readonly allowed: boolean })[]
}

type Finding = NodeDoctorFact | DoctorFact | AgentFlowFact | StatusFact | LayoutCare

/** Clocks of machines that are synchronized differ by far less. */
export const mostSkewMs = 30_000

/** Whether an agent works on a node, as far as the cluster shows it. */
export function findingsOf(seen: NodeSeen): Findings {
  const foreign = foreignManagers(seen.node)
  const parts = [
    ofKubelet(seen.node),
    ofAgent(seen),
    ofClocks(seen),
    ofDocuments(seen),
    ofPolicies(seen),
    ofRights(seen),
  ]
  return {
    // Where no agent can work, that none is there is no news.
    problems: foreign.refused.length > 0 ? foreign.refused : parts.flatMap(({ problems = [] }) => problems),
    care: [...foreign.care, ...parts.flatMap(({ care = [] }) => care)],
    works: parts.flatMap(({ works = [] }) => works),
  }
}

interface Part {
  readonly problems?: readonly Finding[]
  readonly care?: readonly Finding[]
  readonly works?: readonly Finding[]
}

function ofKubelet({ name, ready, unreachable, kubeletVersion }: Node): Part {
  const subject = nodeSubject(name)
  const notReady: readonly Finding[] = ready || unreachable ? [] : [{ reason: 'NodeUnready', subject }]
  const problems: readonly Finding[] = unreachable ? [{ reason: 'KubeletNotHeard', subject }] : []
  const known = releaseOfKubelet(kubeletVersion)
  if (known === undefined)
    return {
      problems,
      care: [...notReady, { reason: 'OwnKubeletOlder', version: kubeletVersion, release: releases[0] }],
    }
  if (known.newerThanKnown)
    return {
      problems,
      care: [...notReady, { reason: 'OwnKubeletNewer', version: kubeletVersion, release: known.release }],
    }
  return { problems, care: notReady, works: [{ reason: 'KubeletSupported', subject, kubeletVersion }] }
}

function ofAgent({ node, now, version }: NodeSeen): Part {
  const subject = nodeSubject(node.name)
  const reading = readReport(node.annotations[agent.annotation.status])
  if (reading.kind === 'none') return { problems: [{ reason: 'AgentNotThere', subject }] }
  if (reading.kind === 'unreadable')
    return { care: [{ reason: 'ReportUnreadable', subject, because: reading.because }] }
  const heard = heardAt(node)
  const secondsAgo = heard === undefined ? undefined : Math.max(0, Math.round((now - heard) / 1000))
  const { report } = reading
  const { phase, agentVersion } = report
  const reported = ofReport(node, report)
  const isProblem = ({ reason }: Finding): boolean =>
    (reason === 'AgentHasProblem' && phase === 'DeadEnd') ||
    (reason === 'AgentHasTrouble' && isFailing(report.trouble?.reason))
  const problems = reported.filter(isProblem)
  const care = [...ofVersion(node, agentVersion, version), ...reported.filter((finding) => !isProblem(finding))]
  return secondsAgo === undefined || isStale(node, now)
    ? { problems: [{ reason: 'AgentSilent', subject, secondsAgo }, ...problems], care }
    : { problems, care, works: [{ reason: 'AgentHeard', subject, phase, secondsAgo, agentVersion }] }
}

const ofVersion = ({ name }: Node, agentVersion: string | undefined, own: string): readonly Finding[] =>
  agentVersion === undefined || agentVersion === own
    ? []
    : [{ reason: 'AgentOfOtherVersion', subject: nodeSubject(name), agentVersion, own }]

function ofReport({ name }: Node, report: AgentReport): readonly Finding[] {
  const subject = nodeSubject(name)
  const { phase, assigned, optOut, problem, trouble, drifted, shadowedByFlags, policyEnforced } = report
  return [
    ...(optOut === undefined ? [] : [{ reason: 'AgentOptedOut', subject, optOut } as const]),
    ...(problem === undefined ? [] : [{ reason: 'AgentHasProblem', subject, phase, problem, assigned } as const]),
    ...(trouble === undefined ? [] : [{ reason: 'AgentHasTrouble', subject, trouble } as const]),
    ...(policyEnforced === false ? [{ reason: 'AgentNotLimited', subject } as const] : []),
    ...(drifted ? [{ reason: 'LiveFileDrifted' } as const] : []),
    ...(shadowedByFlags.length === 0 ? [] : [{ reason: 'FieldsSetByFlags', fields: shadowedByFlags } as const]),
  ]
}

/** What the API server noted when the kubelet wrote its own time shows their difference, however long ago that was. */
function ofClocks({ node, lease, now, ownNow }: NodeSeen): Part {
  const subject = nodeSubject(node.name)
  const own = ownNow - now
  const ofOwn: readonly Finding[] =
    Math.abs(own) > mostSkewMs ? [{ reason: 'OwnClockWrong', aheadSeconds: Math.round(own / 1000) }] : []
  if (lease?.writtenAt === undefined) return { care: [...ofOwn, { reason: 'NotLookedAt', what: 'lease' }] }
  const ahead = lease.renewedAt - lease.writtenAt
  const aheadSeconds = Math.round(ahead / 1000)
  return Math.abs(ahead) > mostSkewMs
    ? { care: [...ofOwn, { reason: 'NodeClockWrong', subject, aheadSeconds }] }
    : { care: ofOwn, works: [{ reason: 'NodeClockRight', subject, aheadSeconds }] }
}

function ofDocuments({ node, documents, configMaps, now }: NodeSeen): Part {
  if (documents === undefined || configMaps === undefined)
    return { care: [{ reason: 'NotLookedAt', what: 'documents' }] }
  const subject = nodeSubject(node.name)
  const isIgnored = ignoresGlobal(node) && documents.has(configMapName(globalTarget))
  const status = statusOf({ node, documents, now })
  return {
    care: [...almostRight(configMaps, node), ...whatRuns(status, subject)],
    works: [assigned(status.wanted, subject), ...(isIgnored ? [{ reason: 'GlobalNotForNode', subject } as const] : [])],
  }
}

const almostRight = (configMaps: readonly string[], { name }: Node): readonly Finding[] =>
  almostNames(configMaps, name).map(({ name, meant }) => ({
    reason: 'NameAlmostRight',
    subject: { kind: 'ConfigMap', name },
    meant,
  }))

const assigned = (wanted: NodeStatus['wanted'], subject: Subject): Finding =>
  wanted === undefined || wanted.source === 'local'
    ? { reason: 'NoDocumentAssigned', subject }
    : { reason: 'DocumentAssigned', subject, name: wanted.document.name, revision: wanted.document.stamp.revision }

/** What the report says of it is said already. */
function whatRuns({ state, runs, wanted }: NodeStatus, subject: Subject): readonly Finding[] {
  if (wanted === undefined || state === 'Idle' || state === 'Good') return []
  if (state === 'Pending') return [{ reason: 'DocumentNotSeen', subject }]
  return runs === undefined ? [] : [{ reason: 'KubeletRuns', subject, state, config: runs }]
}

function ofPolicies({ missingPolicies }: NodeSeen): Part {
  if (missingPolicies === undefined) return { care: [{ reason: 'NotLookedAt', what: 'policies' }] }
  return missingPolicies.length === 0
    ? { works: [{ reason: 'PoliciesThere' }] }
    : { care: [{ reason: 'PoliciesMissing', names: missingPolicies }] }
}

function ofRights({ rights }: NodeSeen): Part {
  const byCommand = [...Map.groupBy(rights, ({ command }) => command)]
  const parts = byCommand.map(([command, all]) => ({
    command,
    rights: all.filter(({ allowed }) => !allowed).map(({ allowed: _, ...right }) => right),
  }))
  const commands = parts.filter((part) => part.rights.length === 0).map(({ command }) => command)
  return {
    care: parts.filter((part) => part.rights.length > 0).map((part) => ({ reason: 'RightsMissing', ...part })),
    works: commands.length === 0 ? [] : [{ reason: 'RightsThere', commands }],
  }
}
