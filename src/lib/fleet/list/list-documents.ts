import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { audiencesOf } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import type { Failure } from '../../message/failure.ts'
import { releaseOf, releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { type DocumentFact, NodesNotVisible } from '../change/document-messages.ts'
import { type Inspection, inspect } from '../change/inspect.ts'
import type { Unusable } from '../change/review.ts'
import type { Cluster } from '../cluster.ts'
import { type Account, accountOf, type Uptake, uptakeOf } from '../status/account.ts'

export interface UnusableOn extends Unusable {
  readonly nodes: readonly string[]
}

export interface DocumentRow {
  /**
   * For the kubelets of `nodes`, or for the newest known release when there are none. It has a flaw only if none of
   * them could run on the document.
   */
  readonly inspection: Inspection
  /** Nodes that get it; undefined when nodes may not be listed. */
  readonly nodes: readonly string[] | undefined
  readonly unusableOn: readonly UnusableOn[]
  /** undefined for the global document, and when nodes may not be listed. */
  readonly nodeExists: boolean | undefined
  /** What became of it on these nodes; undefined when nodes may not be listed. */
  readonly uptake: Uptake | undefined
}

export interface DocumentList {
  /** The global one first, then by name. */
  readonly rows: readonly DocumentRow[]
  readonly warnings: readonly DocumentFact[]
}

export async function listDocuments(cluster: Cluster, limits: Limits): Promise<DocumentList> {
  const [documents, nodes] = await concurrently([
    cluster.documents.list(limits),
    unlessRefused(cluster.nodes.list({}, limits)),
  ])
  return {
    rows: await Promise.all(withAudiences(documents, nodes.value, cluster.now()).map(rowFor)),
    warnings: nodes.failure ? [nodesNotVisible(nodes.failure)] : [],
  }
}

export const nodesNotVisible = ({ fact }: Failure): DocumentFact =>
  NodesNotVisible({
    because: fact,
    assumed: newest,
  })

/** A document, and the nodes that get it; undefined when nodes may not be listed. */
export interface Aimed {
  readonly stored: StoredDocument
  readonly nodes: readonly Node[] | undefined
  readonly account: Account
}

/** The global one first, then in their order. */
export function withAudiences(
  documents: readonly StoredDocument[],
  nodes: readonly Node[] | undefined,
  now: number,
): readonly Aimed[] {
  const audiences = nodes && audiencesOf(new Set(documents.map(({ name }) => name)), nodes)
  const byName = new Map(documents.map((stored) => [stored.name, stored]))
  const account = accountOf({ documents: byName, nodes: nodes ?? [], now })
  return globalFirst(documents).map((stored) => ({
    stored,
    nodes: audiences && (audiences.get(stored.name) ?? []),
    account,
  }))
}

const globalFirst = (documents: readonly StoredDocument[]): readonly StoredDocument[] =>
  ['global', 'node'].flatMap((kind) => documents.filter(({ target }) => target.kind === kind))

/** Reviewed for the kubelets of these nodes; without nodes, for the newest known release. */
export async function rowFor({ stored, nodes, account }: Aimed): Promise<DocumentRow> {
  const { found } = releasesOfNodes(nodes ?? [])
  const inspection = await inspect(stored, found.length === 0 ? undefined : found)
  const unusable = inspection.review?.unusable ?? []
  return {
    inspection,
    nodes: nodes?.map((node) => node.name),
    unusableOn: nodes ? unusable.flatMap((one) => unusableOn(one, nodes)) : [],
    nodeExists: stored.target.kind === 'node' ? nodes && nodes.length > 0 : undefined,
    uptake:
      nodes &&
      uptakeOf(
        inspection.digest,
        nodes.flatMap(({ name }) => account.get(name) ?? []),
      ),
  }
}

function unusableOn(unusable: Unusable, nodes: readonly Node[]): readonly UnusableOn[] {
  const names = namesOf(nodes, unusable.release)
  return names.length === 0 ? [] : [{ ...unusable, nodes: names }]
}

const namesOf = (nodes: readonly Node[], release: Release): readonly string[] =>
  nodes.filter((node) => releaseOf(node) === release).map((node) => node.name)
