import { isStale } from '../../agent/report/heartbeat.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { targetsFor } from '../../documents/target.ts'
import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { askConfigz, type ConfigzFact, configurationIn } from '../../nodes/read-configz.ts'
import { releaseOf, releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { EffectiveReport } from '../../offline/effective/effective.ts'
import type { Limits } from '../../ports/limits.ts'
import { orThrow, settle, unlessRefused } from '../../ports/outcomes.ts'
import { nodeNotFound } from '../../sizes/resize/survey.ts'
import type { Cluster } from '../cluster.ts'
import { readingOf } from '../status/node-status.ts'
import { activeText } from './active-text.ts'
import {
  ActiveNotKnown,
  ActiveTextGone,
  AgentNotHeard,
  NoAgentApplies,
  type OriginsFact,
  OriginsOnNode,
} from './effective-node-messages.ts'
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
