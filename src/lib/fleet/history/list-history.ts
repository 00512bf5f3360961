import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { PastDocument } from '../../documents/past-document.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { newest } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { nodeNotFound } from '../../sizes/resize/survey.ts'
import { readText } from '../../yaml/read/read.ts'
import { type DocumentFact, StoredNotInHistory } from '../change/document-messages.ts'
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
  if (target.kind === 'node' && nodes.value?.length === 0 && stored === undefined && past.length === 0)
    throw nodeNotFound(target.node)
  const documents = stored && new Map([[stored.name, stored]])
  const account = nodes.value && accountOf({ documents, nodes: nodes.value, now: cluster.now() })
  const revisions = await Promise.all(past.map(decoded))
  const rows = rowsOf(revisions, { stored, account })
  const isByHand = stored?.body !== undefined && !rows.some(({ isStored }) => isStored)
  return {
    rows,
    stored,
    warnings: [
      ...(nodes.failure ? [nodesNotVisible(nodes.failure)] : []),
      ...(isByHand ? [StoredNotInHistory({ subject: configMapOf(target) })] : []),
    ],
  }
}

async function nodesOf(cluster: Cluster, target: Target, limits: Limits): Promise<readonly Node[]> {
  if (target.kind === 'global') return cluster.nodes.list({}, limits)
  const node = await cluster.nodes.read(target.node, limits)
  return node === undefined ? [] : [node]
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
