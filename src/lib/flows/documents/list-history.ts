import { readReport } from '../../agent/report/read-report.ts'
import type { AgentReport } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import type { PastDocument } from '../../documents/past-document.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { agent } from '../../names.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { readText } from '../../yaml/read/read.ts'
import { unlessRefused } from '../outcomes.ts'
import { together } from '../read-together.ts'
import { review } from '../review.ts'
import type { DocumentFact } from './document-fact.ts'
import { nodesNotVisible } from './list-documents.ts'

/** One revision of a document. */
export interface HistoryRow {
  readonly past: PastDocument
  /** Computed from the text; undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  /** Whether this is what is stored now. */
  readonly isStored: boolean
  /** Nodes that run it, as their agents report; undefined when nodes may not be read. */
  readonly nodes: readonly string[] | undefined
  /** Nodes that have rolled it back. */
  readonly badOn: readonly string[]
}

export interface HistoryList {
  /** The newest first. */
  readonly rows: readonly HistoryRow[]
  readonly stored: StoredDocument | undefined
  readonly warnings: readonly DocumentFact[]
}

/** The revisions of one target, and which nodes run them. */
export async function listHistory(cluster: Cluster, target: Target, limits: Limits): Promise<HistoryList> {
  const [past, stored, nodes] = await together([
    cluster.history.list(target, limits),
    cluster.documents.read(target, limits),
    unlessRefused(nodesOf(cluster, target, limits)),
  ])
  const reports = nodes.value && reportsOf(nodes.value)
  const rows = await Promise.all(past.map((one) => rowFor(one, { stored, reports })))
  const isByHand = stored?.body !== undefined && !rows.some(({ isStored }) => isStored)
  return {
    rows,
    stored,
    warnings: [
      ...(nodes.failure ? [nodesNotVisible(nodes.failure)] : []),
      ...(isByHand ? [{ reason: 'StoredNotInHistory', subject: configMapOf(target) } as const] : []),
    ],
  }
}

async function nodesOf(cluster: Cluster, target: Target, limits: Limits): Promise<readonly Node[]> {
  if (target.kind === 'global') return cluster.nodes.list({}, limits)
  const node = await cluster.nodes.read(target.node, limits)
  return node === undefined ? [] : [node]
}

interface Reported {
  readonly node: string
  readonly report: AgentReport
}

const reportsOf = (nodes: readonly Node[]): readonly Reported[] =>
  nodes.flatMap(({ name, annotations }) => {
    const reading = readReport(annotations[agent.annotation.status])
    return reading.kind === 'report' ? [{ node: name, report: reading.report }] : []
  })

interface Known {
  readonly stored: StoredDocument | undefined
  readonly reports: readonly Reported[] | undefined
}

async function rowFor(past: PastDocument, { stored, reports }: Known): Promise<HistoryRow> {
  const { digest } = review(await readText(past.body), [newest])
  const runs = ({ report: { active } }: Reported): boolean =>
    active.source === past.target.kind && active.digest === digest
  const hasRolledBack = ({ report: { bad } }: Reported): boolean => bad.some((one) => one.digest === digest)
  return {
    past,
    digest,
    isStored: stored?.body === past.body && stored.stamp.revision === past.revision,
    nodes: reports?.filter(runs).map(({ node }) => node),
    badOn: reports?.filter(hasRolledBack).map(({ node }) => node) ?? [],
  }
}
