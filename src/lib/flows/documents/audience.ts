import type { Node } from '../../api/node.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { type Target, targetOfConfigMap } from '../../documents/target.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { together } from '../together.ts'

/** The nodes that a document of this target reaches. */
export interface Audience {
  readonly nodes: readonly Node[]
  /** False when the target is a node that is not there (yet). */
  readonly exists: boolean
}

export async function audienceOf(cluster: Cluster, target: Target, limits: Limits): Promise<Audience> {
  if (target.kind === 'node') {
    const node = await cluster.nodes.read(target.node, limits)
    return { nodes: node === undefined ? [] : [node], exists: node !== undefined }
  }
  const [nodes, documents] = await together([cluster.nodes.list({}, limits), cluster.documents.list(limits)])
  return { nodes: reachedByGlobal(nodes, documents), exists: true }
}

/** Every node without a document of its own, whatever state that one is in. */
export function reachedByGlobal(nodes: readonly Node[], documents: readonly StoredDocument[]): readonly Node[] {
  const own = new Set(
    documents
      .map((document) => targetOfConfigMap(document.name))
      .map((target) => (target?.kind === 'node' ? target.node : '')),
  )
  return nodes.filter((node) => !own.has(node.name))
}
