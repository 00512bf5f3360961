import { isStale } from '../../agent/report/heartbeat.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import type { ReportFact } from '../../agent/report/report-messages.ts'
import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { targetsFor } from '../../documents/target.ts'
import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import type { Subject } from '../../message/fact.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { askConfigz, type ConfigzFact, configurationIn, onTheNode } from '../../nodes/read-configz.ts'
import { releaseOf, releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { EffectiveReport } from '../../offline/effective/effective.ts'
import type { Limits } from '../../ports/limits.ts'
import { orThrow, settle, unlessRefused } from '../../ports/outcomes.ts'
import { nodeNotFound } from '../../sizes/resize/survey.ts'
import type { Cluster } from '../cluster.ts'
import { readingOf } from '../status/node-status.ts'
import { activeText } from './active-text.ts'
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
  if (node === undefined) throw nodeNotFound(name)
  const reported = orThrow(await withUser(await configurationIn(node, answer), cluster, limits))
  const release = releaseOf(node)
  const { report, notes, doubts } = reportOn(node, cluster.now())
  const stored = (documents.value ?? []).filter((document) => document !== undefined)
  const runs = report?.active.source === 'local' ? undefined : report?.active
  const active = runs && (await activeText(cluster, { node: name, active: runs, release }, stored, limits))
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
  const subject = nodeSubject(node.name)
  const reading = readingOf(node)
  if (reading.kind === 'none') return { report: undefined, notes: [NoAgentApplies({ subject })], doubts: [] }
  if (reading.kind === 'unreadable')
    return { report: undefined, notes: [], doubts: [ActiveNotKnown({ subject, because: reading.because })] }
  const doubts: readonly OriginsFact[] = isStale(node, now) ? [AgentNotHeard({ subject })] : []
  return { report: reading.report, notes: [], doubts }
}

/** Who must be granted the right is asked only when it is missing. */
async function withUser<Value>(
  outcome:
    | { readonly value: Value; readonly failure?: undefined }
    | { readonly failure: Failure; readonly value?: undefined },
  cluster: Cluster,
  limits: Limits,
): Promise<typeof outcome> {
  const { failure } = outcome
  if (failure?.fact.reason !== 'ConfigzForbidden') return outcome
  const { value: user } = await settle(cluster.access.whoAmI(limits))
  const fact = { ...(failure.fact as ConfigzFact & { reason: 'ConfigzForbidden' }), user }
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
  ({ subject: { name } }: { subject: Subject }) =>
    `node/${name} has no agent: documents of the cluster have no effect there`,
)

/** Nothing was heard of the agent for long: it may run another document by now. */
const AgentNotHeard = message(
  'AgentNotHeard',
  ({ subject: { name } }: { subject: Subject }) =>
    `node/${name}: its agent was not heard for long, and another document may be active by now`,
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
