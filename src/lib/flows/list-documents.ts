import type { Cluster, Limits } from '../ports.ts'
import { reachedByGlobal } from './audience.ts'
import { type Inspection, inspect } from './inspect.ts'
import { together } from './together.ts'

export interface DocumentRow {
  readonly inspection: Inspection
  /** Nodes that would get it. */
  readonly nodes: readonly string[]
  /** undefined for the global document: it is for whoever is there. */
  readonly nodeExists: boolean | undefined
}

export async function listDocuments(cluster: Cluster, limits: Limits): Promise<readonly DocumentRow[]> {
  const [documents, nodes] = await together([cluster.documents.list(limits), cluster.nodes.list({}, limits)])
  const names = new Set(nodes.map((node) => node.name))
  const others = reachedByGlobal(nodes, documents).map((node) => node.name)
  const rows: DocumentRow[] = []
  for (const stored of documents) {
    const { target } = stored
    const exists = target.kind === 'node' ? names.has(target.node) : undefined
    const reached = target.kind === 'global' ? others : exists === true ? [target.node] : []
    rows.push({ inspection: await inspect(stored), nodes: reached, nodeExists: exists })
  }
  return rows
}
