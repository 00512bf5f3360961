import type { Node } from '../api/node.ts'
import type { StoredDocument } from './stored-document.ts'
import { configMapName, globalTarget, type Target } from './target.ts'

/** A source of a node's configuration, and the document there. */
export interface Candidate<Source extends string, Document> {
  readonly source: Source
  readonly document: Document | undefined
}

interface Winner<Source extends string, Document> {
  readonly source: Source
  readonly document: Document
  /** Documents of lower precedence, which have no effect. */
  readonly hidden: readonly Document[]
}

/**
 * The document of a node: that of the first source that has one, as a whole. Documents are not merged. An unusable
 * document is never skipped, because a typing error must not become another configuration. undefined when no source
 * has one.
 */
export function winnerOf<Source extends string, Document>(
  candidates: readonly Candidate<Source, Document>[],
): Winner<Source, Document> | undefined {
  const [first, ...others] = candidates.flatMap(({ source, document }) =>
    document === undefined ? [] : [{ source, document }],
  )
  return first && { ...first, hidden: others.map(({ document }) => document) }
}

/**
 * The documents that a cluster has for a node, in order of precedence: its own, then the global one. After them come
 * the node's local sources, which the cluster does not show: its on-disk file, then its flags.
 */
export function candidatesFor<Document>(
  node: string,
  documentOf: (target: Target) => Document | undefined,
): readonly Candidate<Target['kind'], Document>[] {
  const targets: readonly Target[] = [{ kind: 'node', node }, globalTarget]
  return targets.map((target) => ({ source: target.kind, document: documentOf(target) }))
}

/** By the name of the ConfigMap. */
export type Documents = ReadonlyMap<string, StoredDocument>

/** The nodes that use each of these documents, by the name of its ConfigMap; without documents that no node uses. */
export function audiencesOf(
  documents: ReadonlySet<string>,
  nodes: readonly Node[],
): ReadonlyMap<string, readonly Node[]> {
  const nameIfThere = (target: Target): string | undefined => {
    const name = configMapName(target)
    return documents.has(name) ? name : undefined
  }
  return Map.groupBy(nodes, ({ name }) => winnerOf(candidatesFor(name, nameIfThere))?.document ?? '')
}

/** The nodes that use the document of a target, once it exists. */
export function audienceOf(target: Target, nodes: readonly Node[], documents: Documents): readonly Node[] {
  const name = configMapName(target)
  return audiencesOf(new Set([...documents.keys(), name]), nodes).get(name) ?? []
}

/** The nodes that use a document of one of these targets, each once. */
export function reachedBy(targets: readonly Target[], nodes: readonly Node[], documents: Documents): readonly Node[] {
  const reached = new Set(targets.flatMap((target) => audienceOf(target, nodes, documents)))
  return nodes.filter((node) => reached.has(node))
}

/** The current document of the nodes of a target; undefined: their local configuration, which is not in the cluster. */
export function inForce(target: Target, documents: Documents): StoredDocument | undefined {
  if (target.kind === 'global') return documents.get(configMapName(target))
  return winnerOf(candidatesFor(target.node, (one) => documents.get(configMapName(one))))?.document
}

/** Their document after that of the target is deleted; undefined: their local configuration. */
export function fallbackOf(target: Target, documents: Documents): StoredDocument | undefined {
  const others = new Map(documents)
  others.delete(configMapName(target))
  return inForce(target, others)
}
