import type { Node } from '../api/node.ts'
import type { StoredDocument } from './stored-document.ts'
import { configMapName, globalTarget, type Target } from './target.ts'

/** A place that a node's configuration can come from, and what is there. */
export interface Candidate<Source extends string, Document> {
  readonly source: Source
  readonly document: Document | undefined
}

interface Winner<Source extends string, Document> {
  readonly source: Source
  readonly document: Document
  /** What is there as well, and has no effect. */
  readonly hidden: readonly Document[]
}

/**
 * Which document a node gets: that of the first source that has one, as a whole. Nothing is merged. Whether a kubelet can
 * use it plays no part: an unusable document is never skipped, or a typo would become another configuration. undefined
 * when no source has one.
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
 * What a cluster has for a node, in the order of precedence: its own document, then the global one. After them come the
 * node's local sources, which a cluster does not show: its on-disk file, then its flags.
 */
export function candidatesFor<Document>(
  node: string,
  documentOf: (target: Target) => Document | undefined,
): readonly Candidate<Target['kind'], Document>[] {
  const targets: readonly Target[] = [{ kind: 'node', node }, globalTarget]
  return targets.map((target) => ({ source: target.kind, document: documentOf(target) }))
}

/** By the name of their ConfigMap. */
export type Documents = ReadonlyMap<string, StoredDocument>

/** Which nodes get which of these documents; by the name of its ConfigMap, those that somebody gets. */
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

/** The nodes that get the document of a target, once it has one. */
export function audienceOf(target: Target, nodes: readonly Node[], documents: Documents): readonly Node[] {
  const name = configMapName(target)
  return audiencesOf(new Set([...documents.keys(), name]), nodes).get(name) ?? []
}

/** The nodes that get one of these targets' documents, each once. */
export function reachedBy(targets: readonly Target[], nodes: readonly Node[], documents: Documents): readonly Node[] {
  const reached = new Set(targets.flatMap((target) => audienceOf(target, nodes, documents)))
  return nodes.filter((node) => reached.has(node))
}

/** What the nodes of a target get now; undefined: what they have themselves, which the cluster does not show. */
export function inForce(target: Target, documents: Documents): StoredDocument | undefined {
  if (target.kind === 'global') return documents.get(configMapName(target))
  return winnerOf(candidatesFor(target.node, (one) => documents.get(configMapName(one))))?.document
}

/** What the nodes of a target get when its document is gone; undefined: what they have themselves. */
export function fallbackOf(target: Target, documents: Documents): StoredDocument | undefined {
  const others = new Map(documents)
  others.delete(configMapName(target))
  return inForce(target, others)
}
