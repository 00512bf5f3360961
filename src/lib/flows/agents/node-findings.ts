import { isStale } from '../../agent/report/heartbeat.ts'
import { readReport } from '../../agent/report/read-report.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import type { StatusFact } from '../../agent/report/report-fact.ts'
import type { Node } from '../../api/node.ts'
import { candidatesFor, type Documents, ignoresGlobal, winnerOf } from '../../documents/precedence.ts'
import { configMapName, globalTarget } from '../../documents/target.ts'
import { nodeSubject } from '../../fact.ts'
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
    problems: foreign.refused,
    care: [...foreign.care, ...parts.flatMap(({ care = [] }) => care)],
    works: parts.flatMap(({ works = [] }) => works),
  }
}

interface Part {
  readonly care?: readonly Finding[]
  readonly works?: readonly Finding[]
}

function ofKubelet({ name, ready, kubeletVersion }: Node): Part {
  const subject = nodeSubject(name)
  const notReady: readonly Finding[] = ready ? [] : [{ reason: 'NodeUnready', subject }]
  const known = releaseOfKubelet(kubeletVersion)
  if (known === undefined)
    return { care: [...notReady, { reason: 'OwnKubeletOlder', version: kubeletVersion, release: releases[0] }] }
  if (known.newerThanKnown)
    return { care: [...notReady, { reason: 'OwnKubeletNewer', version: kubeletVersion, release: known.release }] }
  return { care: notReady, works: [{ reason: 'KubeletSupported', subject, kubeletVersion }] }
}

function ofAgent({ node, now, version }: NodeSeen): Part {
  const subject = nodeSubject(node.name)
  const reading = readReport(node.annotations[agent.annotation.status])
  if (reading.kind === 'none') return { care: [{ reason: 'AgentNotThere', subject }] }
  if (reading.kind === 'unreadable')
    return { care: [{ reason: 'ReportUnreadable', subject, because: reading.because }] }
  const heardAt = Date.parse(node.agentCondition?.heartbeatAt ?? '')
  const heard = Number.isNaN(heardAt) ? undefined : heardAt
  const secondsAgo = heard === undefined ? undefined : Math.max(0, Math.round((now - heard) / 1000))
  const { report } = reading
  const { phase, agentVersion } = report
  const care = [...ofVersion(node, agentVersion, version), ...ofReport(node, report)]
  return secondsAgo === undefined || isStale(heard, now)
    ? { care: [{ reason: 'AgentSilent', subject, secondsAgo }, ...care] }
    : { care, works: [{ reason: 'AgentHeard', subject, phase, secondsAgo, agentVersion }] }
}

const ofVersion = ({ name }: Node, agentVersion: string | undefined, own: string): readonly Finding[] =>
  agentVersion === undefined || agentVersion === own
    ? []
    : [{ reason: 'AgentOfOtherVersion', subject: nodeSubject(name), agentVersion, own }]

function ofReport({ name }: Node, report: AgentReport): readonly Finding[] {
  const subject = nodeSubject(name)
  const { phase, optOut, problem, trouble, drifted, shadowedByFlags } = report
  return [
    ...(optOut === undefined ? [] : [{ reason: 'AgentOptedOut', subject, optOut } as const]),
    ...(problem === undefined ? [] : [{ reason: 'AgentHasProblem', subject, phase, problem } as const]),
    ...(trouble === undefined ? [] : [{ reason: 'AgentHasTrouble', subject, trouble } as const]),
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

function ofDocuments({ node, documents, configMaps }: NodeSeen): Part {
  if (documents === undefined || configMaps === undefined)
    return { care: [{ reason: 'NotLookedAt', what: 'documents' }] }
  const subject = nodeSubject(node.name)
  const winner = winnerOf(candidatesFor(node.name, (target) => documents.get(configMapName(target)), node))?.document
  const isIgnored = ignoresGlobal(node) && documents.has(configMapName(globalTarget))
  return {
    care: almostNames(configMaps, node.name).map(({ name, meant }) => ({
      reason: 'NameAlmostRight',
      subject: { kind: 'ConfigMap', name },
      meant,
    })),
    works: [
      winner === undefined
        ? { reason: 'NoDocumentAssigned', subject }
        : { reason: 'DocumentAssigned', subject, name: winner.name, revision: winner.stamp.revision },
      ...(isIgnored ? [{ reason: 'GlobalNotForNode', subject } as const] : []),
    ],
  }
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
