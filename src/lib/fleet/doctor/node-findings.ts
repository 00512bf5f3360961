import { isFailing } from '../../agent/health/ends.ts'
import { type DoctorFact, OwnKubeletNewer, OwnKubeletOlder } from '../../agent/install/doctor.ts'
import { heardAt, isStale } from '../../agent/report/heartbeat.ts'
import { readReport } from '../../agent/report/read-report.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import { LiveFileDrifted, type StatusFact } from '../../agent/report/report-messages.ts'
import type { Node } from '../../api/node.ts'
import type { LeaseTimes } from '../../cluster/ports/nodes.ts'
import { type Documents, ignoresGlobal } from '../../documents/precedence.ts'
import { configMapName, globalTarget, targetOfConfigMap, targetsFor } from '../../documents/target.ts'
import { foreignManagers } from '../../kubelet/layout/foreign.ts'
import { FieldsSetByFlags, type LayoutCare } from '../../kubelet/layout/layout-messages.ts'
import { closest } from '../../kubelet/model/closest.ts'
import { releaseOfKubelet, releases } from '../../kubelet/model/releases.ts'
import { nodeSubject, type Subject } from '../../message/fact.ts'
import type { Findings } from '../../message/findings.ts'
import { agent, document } from '../../names.ts'
import {
  AgentNotThere,
  AgentOptedOut,
  AgentSilent,
  DocumentNotSeen,
  KubeletNotHeard,
} from '../status/account-messages.ts'
import { type AgentFlowFact, ReportUnreadable } from '../status/agent-flow-messages.ts'
import { type NodeStatus, statusOf } from '../status/node-status.ts'
import {
  AgentHasProblem,
  AgentHasTrouble,
  AgentHeard,
  AgentNotLimited,
  AgentOfOtherVersion,
  DocumentAssigned,
  GlobalNotForNode,
  KubeletRuns,
  KubeletSupported,
  NameAlmostRight,
  NoDocumentAssigned,
  NodeClockRight,
  NodeClockWrong,
  type NodeDoctorFact,
  NodeUnready,
  NotLookedAt,
  OwnClockWrong,
  PoliciesMissing,
  PoliciesThere,
  type Right,
  RightsMissing,
  RightsThere,
} from './node-doctor-messages.ts'

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
  const notReady: readonly Finding[] = ready || unreachable ? [] : [NodeUnready({ subject })]
  const problems: readonly Finding[] = unreachable ? [KubeletNotHeard({ subject })] : []
  const known = releaseOfKubelet(kubeletVersion)
  if (known === undefined)
    return {
      problems,
      care: [...notReady, OwnKubeletOlder({ version: kubeletVersion, release: releases[0] })],
    }
  if (known.newerThanKnown)
    return {
      problems,
      care: [...notReady, OwnKubeletNewer({ version: kubeletVersion, release: known.release })],
    }
  return { problems, care: notReady, works: [KubeletSupported({ subject, kubeletVersion })] }
}

function ofAgent({ node, now, version }: NodeSeen): Part {
  const subject = nodeSubject(node.name)
  const reading = readReport(node.annotations[agent.annotation.status])
  if (reading.kind === 'none') return { problems: [AgentNotThere({ subject })] }
  if (reading.kind === 'unreadable') return { care: [ReportUnreadable({ subject, because: reading.because })] }
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
    ? { problems: [AgentSilent({ subject, secondsAgo }), ...problems], care }
    : { problems, care, works: [AgentHeard({ subject, phase, secondsAgo, agentVersion })] }
}

const ofVersion = ({ name }: Node, agentVersion: string | undefined, own: string): readonly Finding[] =>
  agentVersion === undefined || agentVersion === own
    ? []
    : [AgentOfOtherVersion({ subject: nodeSubject(name), agentVersion, own })]

function ofReport({ name }: Node, report: AgentReport): readonly Finding[] {
  const subject = nodeSubject(name)
  const { phase, assigned, optOut, problem, trouble, drifted, shadowedByFlags, policyEnforced } = report
  return [
    ...(optOut === undefined ? [] : [AgentOptedOut({ subject, optOut })]),
    ...(problem === undefined ? [] : [AgentHasProblem({ subject, phase, problem, assigned })]),
    ...(trouble === undefined ? [] : [AgentHasTrouble({ subject, trouble })]),
    ...(policyEnforced === false ? [AgentNotLimited({ subject })] : []),
    ...(drifted ? [LiveFileDrifted()] : []),
    ...(shadowedByFlags.length === 0 ? [] : [FieldsSetByFlags({ fields: shadowedByFlags })]),
  ]
}

/** What the API server noted when the kubelet wrote its own time shows their difference, however long ago that was. */
function ofClocks({ node, lease, now, ownNow }: NodeSeen): Part {
  const subject = nodeSubject(node.name)
  const own = ownNow - now
  const ofOwn: readonly Finding[] =
    Math.abs(own) > mostSkewMs ? [OwnClockWrong({ aheadSeconds: Math.round(own / 1000) })] : []
  if (lease?.writtenAt === undefined) return { care: [...ofOwn, NotLookedAt({ what: 'lease' })] }
  const ahead = lease.renewedAt - lease.writtenAt
  const aheadSeconds = Math.round(ahead / 1000)
  return Math.abs(ahead) > mostSkewMs
    ? { care: [...ofOwn, NodeClockWrong({ subject, aheadSeconds })] }
    : { care: ofOwn, works: [NodeClockRight({ subject, aheadSeconds })] }
}

function ofDocuments({ node, documents, configMaps, now }: NodeSeen): Part {
  if (documents === undefined || configMaps === undefined) return { care: [NotLookedAt({ what: 'documents' })] }
  const subject = nodeSubject(node.name)
  const isIgnored = ignoresGlobal(node) && documents.has(configMapName(globalTarget))
  const status = statusOf({ node, documents, now })
  return {
    care: [...almostRight(configMaps, node), ...whatRuns(status, subject)],
    works: [assigned(status.wanted, subject), ...(isIgnored ? [GlobalNotForNode({ subject })] : [])],
  }
}

const almostRight = (configMaps: readonly string[], { name }: Node): readonly Finding[] =>
  suggestionsFor(configMaps, name).map(({ name, meant }) =>
    NameAlmostRight({
      subject: { kind: 'ConfigMap', name },
      meant,
    }),
  )

const assigned = (wanted: NodeStatus['wanted'], subject: Subject): Finding =>
  wanted === undefined || wanted.source === 'local'
    ? NoDocumentAssigned({ subject })
    : DocumentAssigned({ subject, name: wanted.document.name, revision: wanted.document.stamp.revision })

/** What the report says of it is said already. */
function whatRuns({ state, runs, wanted }: NodeStatus, subject: Subject): readonly Finding[] {
  if (wanted === undefined || state === 'Idle' || state === 'Good') return []
  if (state === 'Pending') return [DocumentNotSeen({ subject })]
  return runs === undefined ? [] : [KubeletRuns({ subject, state, config: runs })]
}

function ofPolicies({ missingPolicies }: NodeSeen): Part {
  if (missingPolicies === undefined) return { care: [NotLookedAt({ what: 'policies' })] }
  return missingPolicies.length === 0
    ? { works: [PoliciesThere()] }
    : { care: [PoliciesMissing({ names: missingPolicies })] }
}

function ofRights({ rights }: NodeSeen): Part {
  const byCommand = [...Map.groupBy(rights, ({ command }) => command)]
  const parts = byCommand.map(([command, all]) => ({
    command,
    rights: all.filter(({ allowed }) => !allowed).map(({ allowed: _, ...right }) => right),
  }))
  const commands = parts.filter((part) => part.rights.length === 0).map(({ command }) => command)
  return {
    care: parts.filter((part) => part.rights.length > 0).map((part) => RightsMissing(part)),
    works: commands.length === 0 ? [] : [RightsThere({ commands })],
  }
}

/** A ConfigMap that is probably meant to be a document. */
interface AlmostName {
  readonly name: string
  /** Its right name. */
  readonly meant: string
}

const shortForms = /^[-._]?kubelet[-._]?conf(?:ig(?:uration)?s?)?$/
/** Edits between a suffix and the right one: two letters swapped and one missing. */
const mostEdits = 3

/** The ConfigMaps whose names are almost that of the document of a node, or of all nodes. Agents read exact names only. */
export function suggestionsFor(names: readonly string[], node: string): readonly AlmostName[] {
  const owners = targetsFor(node).map((target) => ({
    owner: target.kind === 'node' ? target.node : 'global',
    meant: configMapName(target),
  }))
  return names
    .filter((name) => targetOfConfigMap(name) === undefined)
    .flatMap((name) => owners.filter((owner) => isAlmost(name, owner.owner)).map(({ meant }) => ({ name, meant })))
}

function isAlmost(name: string, owner: string): boolean {
  if (name.startsWith(owner)) {
    const rest = name.slice(owner.length)
    return shortForms.test(rest) || closest(rest, [document.nodeSuffix], mostEdits) !== undefined
  }
  return name.endsWith(owner) && shortForms.test(name.slice(0, -owner.length).replace(/[-._]$/, ''))
}
