import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { PastDocument } from '../../documents/past-document.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import {
  configMapName,
  configMapOf,
  nodeTarget,
  type Target,
  type WantedTargets,
  whyNoDocument,
} from '../../documents/target.ts'
import { newest } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Outcome, orThrow, settle, unlessRefused } from '../../ports/outcomes.ts'
import { nodeNotFound } from '../../sizes/resize/survey.ts'
import { readText } from '../../yaml/read/read.ts'
import { type DocumentFact, StoredNotInHistory } from '../change/document-messages.ts'
import { maxSingleReads, type ReadDocument, readDocuments, readEach, readSelected } from '../change/read-documents.ts'
import { review } from '../change/review.ts'
import type { Cluster } from '../cluster.ts'
import { nodesNotVisible } from '../list/list-documents.ts'
import { type Account, accountOf, revisionOf } from '../status/account.ts'
import type { NodeStatus } from '../status/node-status.ts'

/** One revision of a document. */
export interface HistoryRow {
  readonly past: PastDocument
  /** Computed from the text; undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  /** Whether this is what is stored now. */
  readonly isStored: boolean
  /** Nodes that run it, as agents report that are heard: each runs one revision. undefined when nodes may not be read. */
  readonly nodes: readonly string[] | undefined
  /** Nodes that have rolled back what it says, and do not try it again with their kubelet. */
  readonly badOn: readonly string[]
}

export interface HistoryList {
  /** The newest first. */
  readonly rows: readonly HistoryRow[]
  readonly stored: StoredDocument | undefined
  readonly warnings: readonly DocumentFact[]
}

/**
 * The revisions of one target, and which nodes run them. Rejects with Failure 'invalid' when there is neither a node of this
 * name nor anything that was stored for it.
 */
export async function listHistory(cluster: Cluster, target: Target, limits: Limits): Promise<HistoryList> {
  const [past, stored, nodes] = await concurrently([
    cluster.history.list(target, limits),
    cluster.documents.read(target, limits),
    unlessRefused(nodesOf(cluster, target, limits)),
  ])
  const history = await historyOf(target, { past, stored, nodes }, cluster.now())
  return { ...history, warnings: [...notVisible(nodes), ...history.warnings] }
}

export interface HistoriesList {
  /** Target by target, in their order; of each, the newest first. */
  readonly rows: readonly HistoryRow[]
  /** Names of nodes that do not exist, and for which nothing was stored. */
  readonly unknown: readonly string[]
  readonly warnings: readonly DocumentFact[]
}

/** The same for several targets. Rejects with Failure 'invalid' when no node has the labels that are wanted. */
export async function listHistories(cluster: Cluster, wanted: WantedTargets, limits: Limits): Promise<HistoriesList> {
  const { read, past, nodes } = await readHistories(cluster, wanted, limits)
  const byName = new Map(nodes.value?.map((node) => [node.name, node]))
  const own = ({ target }: ReadDocument): Outcome<readonly Node[]> =>
    nodes.failure || target.kind === 'global' ? nodes : { value: [byName.get(target.node) ?? []].flat() }
  const seen = read.map((one) => ({
    target: one.target,
    of: { past: past.get(configMapName(one.target)) ?? [], stored: orThrow(one.stored), nodes: own(one) },
  }))
  const now = cluster.now()
  const histories = await Promise.all(seen.map(({ target, of }) => settle(historyOf(target, of, now))))
  const found = histories.flatMap(({ value }) => value ?? [])
  return {
    rows: found.flatMap(({ rows }) => rows),
    unknown: seen.flatMap(({ target }, i) =>
      histories[i]?.failure !== undefined && target.kind === 'node' ? [target.node] : [],
    ),
    warnings: [...notVisible(nodes), ...found.flatMap(({ warnings }) => warnings)],
  }
}

interface ReadHistories {
  readonly read: readonly ReadDocument[]
  /** By the name of the ConfigMap. */
  readonly past: ReadonlyMap<string, readonly PastDocument[]>
  readonly nodes: Outcome<readonly Node[]>
}

async function readHistories(cluster: Cluster, wanted: WantedTargets, limits: Limits): Promise<ReadHistories> {
  if (!('selector' in wanted)) {
    const [read, past, nodes] = await concurrently([
      readDocuments(cluster, wanted, limits),
      cluster.history.listOf(wanted, limits),
      unlessRefused(nodesOfAll(cluster, wanted, limits)),
    ])
    return { read, past, nodes }
  }
  const { nodes, documents: listed } = await readSelected(cluster, wanted.selector, limits)
  const targets = nodes.flatMap(({ name }) => (whyNoDocument(name) === undefined ? [nodeTarget(name)] : []))
  const [read, past] = await concurrently([
    readEach(cluster, { targets, listed }, limits),
    cluster.history.listOf(targets, limits),
  ])
  return { read, past, nodes: { value: nodes } }
}

async function nodesOfAll(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<readonly Node[]> {
  if (targets.length > maxSingleReads) return cluster.nodes.list({}, limits)
  return (await concurrently(targets.map((target) => nodesOf(cluster, target, limits)))).flat()
}

async function nodesOf(cluster: Cluster, target: Target, limits: Limits): Promise<readonly Node[]> {
  if (target.kind === 'global') return cluster.nodes.list({}, limits)
  const node = await cluster.nodes.read(target.node, limits)
  return node === undefined ? [] : [node]
}

const notVisible = ({ failure }: Outcome<unknown>): readonly DocumentFact[] =>
  failure === undefined ? [] : [nodesNotVisible(failure)]

interface Read {
  readonly past: readonly PastDocument[]
  readonly stored: StoredDocument | undefined
  readonly nodes: Outcome<readonly Node[]>
}

/** Rejects with Failure 'invalid' when there is neither a node of this name nor anything that was stored for it. */
async function historyOf(target: Target, { past, stored, nodes }: Read, now: number): Promise<HistoryList> {
  if (target.kind === 'node' && nodes.value?.length === 0 && stored === undefined && past.length === 0)
    throw nodeNotFound(target.node)
  const documents = stored && new Map([[stored.name, stored]])
  const account = nodes.value && accountOf({ documents, nodes: nodes.value, now })
  const revisions = await Promise.all(past.map(decoded))
  const rows = rowsOf(revisions, { stored, account })
  const isByHand = stored?.body !== undefined && !rows.some(({ isStored }) => isStored)
  return { rows, stored, warnings: isByHand ? [StoredNotInHistory({ subject: configMapOf(target) })] : [] }
}

interface Revision {
  readonly past: PastDocument
  readonly digest: string | undefined
}

const decoded = async (past: PastDocument): Promise<Revision> => ({
  past,
  digest: review(await readText(past.body), [newest]).digest,
})

interface Known {
  readonly stored: StoredDocument | undefined
  readonly account: Account | undefined
}

function rowsOf(revisions: readonly Revision[], { stored, account }: Known): readonly HistoryRow[] {
  const nodes = account && [...account.values()]
  const runners = nodes && Map.groupBy(nodes, ({ runs }) => revisionOf(runs, revisions))
  return revisions.map((revision) => {
    const { past, digest } = revision
    return {
      past,
      digest,
      isStored: stored?.body === past.body && stored.stamp.revision === past.revision,
      nodes: runners && (runners.get(revision) ?? []).map(({ node }) => node.name),
      badOn: nodes?.filter((status) => hasRolledBack(status, digest)).map(({ node }) => node.name) ?? [],
    }
  })
}

const hasRolledBack = ({ node, report }: NodeStatus, digest: string | undefined): boolean =>
  report?.bad.some((bad) => bad.digest === digest && bad.kubeletVersion === node.kubeletVersion) ?? false
