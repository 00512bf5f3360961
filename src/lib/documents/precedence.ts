import { isControlPlane, type Node } from '../api/node.ts'
import { agent } from '../names.ts'
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

/** What decides whether the global document counts for a node. */
export interface GlobalAccess {
  readonly controlPlane: boolean
  /** The annotation of the node says so. */
  readonly allowsGlobal: boolean
}

/** A mistake in the document of all nodes must not take the control plane with it. */
export const usesGlobal = ({ controlPlane, allowsGlobal }: GlobalAccess): boolean => !controlPlane || allowsGlobal

/** The value of the annotation for documents that `opt-in --global-documents` writes. */
export const allDocuments = 'all'

/** For a node that may not be read, undefined: it counts as a worker. */
export const ignoresGlobal = (node: Pick<Node, 'labels' | 'annotations'> | undefined): boolean =>
  node !== undefined &&
  !usesGlobal({
    controlPlane: isControlPlane(node),
    allowsGlobal: node.annotations[agent.annotation.documents] === allDocuments,
  })

/**
 * The documents that a cluster has for a node, in order of precedence: its own, then the global one, unless the node
 * ignores it. After them come the node's local sources, which the cluster does not show: its on-disk file, then its flags.
 */
export function candidatesFor<Document>(
  name: string,
  documentOf: (target: Target) => Document | undefined,
  node: Node | undefined,
): readonly Candidate<Target['kind'], Document>[] {
  const own: Target = { kind: 'node', node: name }
  const targets = ignoresGlobal(node) ? [own] : [own, globalTarget]
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
  return Map.groupBy(nodes, (node) => winnerOf(candidatesFor(node.name, nameIfThere, node))?.document ?? '')
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

/**
 * The current document of the nodes of a target; undefined: their local configuration, which is not in the cluster. `nodes`:
 * those that are known, the target's own among them.
 */
export function inForce(
  target: Target,
  documents: Documents,
  nodes: readonly Node[] | undefined = [],
): StoredDocument | undefined {
  if (target.kind === 'global') return documents.get(configMapName(target))
  const node = nodes.find(({ name }) => name === target.node)
  return winnerOf(candidatesFor(target.node, (one) => documents.get(configMapName(one)), node))?.document
}

/** Their document after that of the target is deleted; undefined: their local configuration. */
export function fallbackOf(
  target: Target,
  documents: Documents,
  nodes: readonly Node[] | undefined = [],
): StoredDocument | undefined {
  const others = new Map(documents)
  others.delete(configMapName(target))
  return inForce(target, others, nodes)
}
