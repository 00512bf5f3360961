import { isStale } from '../../agent/report/heartbeat.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import type { ReportFact } from '../../agent/report/report-messages.ts'
import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, targetsFor } from '../../documents/target.ts'
import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import { type Fact, nodeSubject, type Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import type { SomeNodes } from '../../nodes/node-selection.ts'
import {
  askConfigz,
  type ConfigzAnswer,
  type ConfigzFact,
  configurationIn,
  onTheNode,
} from '../../nodes/read-configz.ts'
import { releaseOf, releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { EffectiveReport } from '../../offline/effective/effective.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, orThrow, settle, unlessRefused } from '../../ports/outcomes.ts'
import { nodeNotFound, nodesNotFound, nothingSelected } from '../../sizes/resize/survey.ts'
import { maxSingleReads } from '../change/read-documents.ts'
import { warningsOfAll } from '../change/warnings-of-all.ts'
import type { Cluster } from '../cluster.ts'
import { readingOf } from '../status/node-status.ts'
import { activeText, type PastOf, pastIn } from './active-text.ts'
import { originsOf } from './origins.ts'

/**
 * What the kubelet of a node runs with, and where each value comes from, as far as the cluster shows it. Rejects with
 * Failure 'refused' without the right to ask the kubelet, 'unreachable' when it does not answer, and 'invalid' when there is
 * no such node.
 */
export async function effectiveOfNode(cluster: Cluster, name: string, limits: Limits): Promise<EffectiveReport> {
  const [node, answer, documents] = await concurrently([
    cluster.nodes.read(name, limits),
    askConfigz(cluster, name, limits),
    unlessRefused(concurrently(targetsFor(name).map((target) => cluster.documents.read(target, limits)))),
  ])
  const stored = (documents.value ?? []).filter((document) => document !== undefined)
  return reportOf({ name, node, answer, stored }, sharedReads(cluster, limits))
}

/** What the reports of several nodes need in common: each is asked for once. */
interface SharedReads {
  readonly now: number
  readonly pastOf: PastOf
  readonly user: () => Promise<string | undefined>
}

function sharedReads(cluster: Cluster, limits: Limits): SharedReads {
  let user: Promise<string | undefined> | undefined
  const ask = async () => (await settle(cluster.access.whoAmI(limits))).value
  return {
    now: cluster.now(),
    pastOf: pastIn(cluster, limits),
    user: () => {
      user ??= ask()
      return user
    },
  }
}

interface NodeRead {
  readonly name: string
  /** undefined: it does not exist. */
  readonly node: Node | undefined
  readonly answer: ConfigzAnswer
  readonly stored: readonly StoredDocument[]
}

async function reportOf(
  { name, node, answer, stored }: NodeRead,
  { now, pastOf, user }: SharedReads,
): Promise<EffectiveReport> {
  if (node === undefined) throw nodeNotFound(name)
  const reported = orThrow(await withUser(await configurationIn(node, answer), user))
  const release = releaseOf(node)
  const { report, notes, doubts } = reportOn(node, now)
  const runs = report?.active.source === 'local' ? undefined : report?.active
  const active = runs && (await activeText({ node: name, active: runs, release }, stored, pastOf))
  const fields = originsOf({ node, release, reported, active, shadowedByFlags: report?.shadowedByFlags ?? [] })
  return {
    release,
    fields,
    notes: [...notes, ...notesOn(name, fields)],
    warnings: [
      ...releasesOfNodes([node]).warnings,
      ...doubts,
      ...(runs === undefined || active !== undefined ? [] : [gone(name, runs.revision)]),
    ],
  }
}

export interface EffectiveOfNode extends EffectiveReport {
  readonly node: string
}

export interface EffectiveOfNodes {
  readonly reports: readonly EffectiveOfNode[]
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
  /** Of the nodes without a report, and of those that do not exist. */
  readonly failures: readonly Failure[]
}

/** Kubelets that are asked at a time. */
const concurrency = 8

/**
 * The same for several nodes: one whose kubelet does not answer does not hide the others. Rejects with Failure 'invalid' when
 * no node has the labels that are wanted.
 */
export async function effectiveOfNodes(cluster: Cluster, wanted: SomeNodes, limits: Limits): Promise<EffectiveOfNodes> {
  const few = wanted.by === 'name' && wanted.names.length <= maxSingleReads ? [...new Set(wanted.names)] : undefined
  const ask = (name: string) => cluster.nodes.configz(name, limits)
  const [nodes, documents, answers] = await concurrently([
    few === undefined ? listNodes(cluster, wanted, limits) : readNodes(cluster, few, limits),
    unlessRefused(few === undefined ? cluster.documents.list(limits) : readDocuments(cluster, few, limits)),
    forEachTarget(few ?? [], ask, concurrency),
  ])
  const names = wanted.by === 'name' ? [...new Set(wanted.names)] : nodes.map(({ name }) => name)
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const shared = sharedReads(cluster, limits)
  const known = names.filter((name) => byName.has(name))
  const asked = new Map(few?.map((name, i) => [name, answers[i]!]))
  const report = async (name: string): Promise<EffectiveOfNode> => {
    const answer = asked.get(name) ?? (await askConfigz(cluster, name, limits))
    const read = { name, node: byName.get(name), answer, stored: documents.value ?? [] }
    return { node: name, ...(await reportOf(read, shared)) }
  }
  const outcomes = await forEachTarget(known, report, concurrency)
  const missing = nodesNotFound(names.filter((name) => !byName.has(name)))
  const failures = [...outcomes.flatMap(({ failure }) => failure ?? []), ...(missing === undefined ? [] : [missing])]
  const interrupted = failures.find(({ code }) => code === 'interrupted')
  if (interrupted !== undefined) throw interrupted
  const reports = outcomes.flatMap(({ value }) => value ?? [])
  return { reports, ...factsOfAll(reports), failures }
}

async function listNodes(cluster: Cluster, wanted: SomeNodes, limits: Limits): Promise<readonly Node[]> {
  if (wanted.by === 'name') return cluster.nodes.list({}, limits)
  const nodes = await cluster.nodes.list({ labelSelector: wanted.selector }, limits)
  if (nodes.length === 0) throw nothingSelected(wanted)
  return nodes
}

async function readNodes(cluster: Cluster, names: readonly string[], limits: Limits): Promise<readonly Node[]> {
  const nodes = await concurrently(names.map((name) => cluster.nodes.read(name, limits)))
  return nodes.filter((node) => node !== undefined)
}

async function readDocuments(cluster: Cluster, names: readonly string[], limits: Limits) {
  const targets = new Map(names.flatMap(targetsFor).map((target) => [configMapName(target), target]))
  const found = await concurrently([...targets.values()].map((target) => cluster.documents.read(target, limits)))
  return found.filter((document) => document !== undefined)
}

/** What is to be known of any node is said once. */
function factsOfAll(reports: readonly EffectiveReport[]): Pick<EffectiveOfNodes, 'notes' | 'warnings'> {
  const notes = warningsOfAll(reports.map((report) => ({ warnings: report.notes })))
  const others = notes.filter(({ reason }) => reason !== 'OriginsOnNode')
  return {
    notes: others.length === notes.length ? notes : [...others, OriginsOnNode({ subject: nodeSubject('the node') })],
    warnings: warningsOfAll(reports),
  }
}

const gone = (node: string, revision: number | undefined): OriginsFact =>
  ActiveTextGone({
    subject: nodeSubject(node),
    revision,
  })

const notesOn = (node: string, fields: readonly EffectiveField[]): readonly OriginsFact[] =>
  fields.some(({ origin }) => origin.kind === 'on-node') ? [OriginsOnNode({ subject: nodeSubject(node) })] : []

interface Report {
  readonly report: AgentReport | undefined
  readonly notes: readonly OriginsFact[]
  /** Why what it reports may not be so. */
  readonly doubts: readonly OriginsFact[]
}

/** What the agent reports, and how much that counts. */
function reportOn(node: Node, now: number): Report {
  const [subject, nodes] = [nodeSubject(node.name), [node.name]]
  const reading = readingOf(node)
  if (reading.kind === 'none') return { report: undefined, notes: [NoAgentApplies({ nodes })], doubts: [] }
  if (reading.kind === 'unreadable')
    return { report: undefined, notes: [], doubts: [ActiveNotKnown({ subject, because: reading.because })] }
  const doubts: readonly OriginsFact[] = isStale(node, now) ? [AgentNotHeard({ nodes })] : []
  return { report: reading.report, notes: [], doubts }
}

/** Who must be granted the right is asked only when it is missing. */
async function withUser<Value>(
  outcome:
    | { readonly value: Value; readonly failure?: undefined }
    | { readonly failure: Failure; readonly value?: undefined },
  askUser: SharedReads['user'],
): Promise<typeof outcome> {
  const { failure } = outcome
  if (failure?.fact.reason !== 'ConfigzForbidden') return outcome
  const fact = { ...(failure.fact as ConfigzFact & { reason: 'ConfigzForbidden' }), user: await askUser() }
  return { failure: new Failure<ConfigzFact>('refused', fact, { cause: failure }) }
}

/** What to know about where values come from. The subject is the node. */
type OriginsFact =
  | FactOf<typeof OriginsOnNode>
  | FactOf<typeof NoAgentApplies>
  | FactOf<typeof AgentNotHeard>
  | FactOf<typeof ActiveNotKnown>
  | FactOf<typeof ActiveTextGone>

/** Some come from files or flags of the node. */
const OriginsOnNode = message(
  'OriginsOnNode',
  ({ subject: { name } }: { subject: Subject }) =>
    `on-node: a file, a drop-in or a flag of the node, which the cluster does not tell apart; ${onTheNode(name)}`,
)

/** No agent reports, so no document is applied. */
const NoAgentApplies = message(
  'NoAgentApplies',
  ({ nodes }: { nodes: readonly string[] }) =>
    `${nodes.length === 1 ? `node/${nodes[0]} has no agent` : `no agent on ${namesIn(nodes)}`}: documents of the cluster have no effect there`,
)

/** Nothing was heard of the agent for long: it may run another document by now. */
const AgentNotHeard = message(
  'AgentNotHeard',
  ({ nodes }: { nodes: readonly string[] }) =>
    `${nodes.length === 1 ? `node/${nodes[0]}: its agent was` : `the agents of ${namesIn(nodes)} were`} not heard for long, and another document may be active by now`,
)

/** It is not known which document the kubelet runs. */
const ActiveNotKnown = message(
  'ActiveNotKnown',
  ({ subject: { name }, because }: { subject: Subject; because: ReportFact }) => ({
    said: `node/${name}: it is not known which document is active, so that its values count as set on the node`,
    because,
  }),
)

/** Neither stored nor in the history. */
const ActiveTextGone = message(
  'ActiveTextGone',
  ({ subject: { name }, revision }: { subject: Subject; revision: number | undefined }) =>
    `node/${name}: the active document${revision === undefined ? '' : ` (revision ${revision})`} is no longer stored, so that its values count as set on the node`,
)
