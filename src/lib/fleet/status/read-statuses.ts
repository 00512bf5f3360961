import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Documents } from '../../documents/precedence.ts'
import { globalTarget, type Target } from '../../documents/target.ts'
import type { Failure } from '../../message/failure.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import { type AgentFlowFact, DocumentsNotVisible } from './agent-flow-messages.ts'
import { type NodeStatus, statusOf } from './node-status.ts'

export interface Statuses {
  /** In the order of the requested names; otherwise by name. */
  readonly rows: readonly NodeStatus[]
  /** Names of nodes that do not exist. */
  readonly unknown: readonly string[]
  /** undefined when they may not be read. */
  readonly documents: Documents | undefined
  readonly warnings: readonly AgentFlowFact[]
}

/** With more nodes than this, reading lists is cheaper. */
const maxSingleReads = 10

/** What nodes should run, and what their agents report: one list of nodes and one of documents, read at the same time. */
export async function readStatuses(cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<Statuses> {
  const names = selection.by === 'name' ? [...new Set(selection.names)] : undefined
  const few = names !== undefined && names.length <= maxSingleReads ? names : undefined
  const [nodes, documents] = await concurrently([
    few === undefined ? listNodes(cluster, selection, limits) : readNodes(cluster, few, limits),
    unlessRefused(few === undefined ? cluster.documents.list(limits) : readDocuments(cluster, few, limits)),
  ])
  const now = cluster.now()
  const known = documents.value && byName(documents.value)
  const statuses = new Map(nodes.map((node) => [node.name, statusOf({ node, documents: known, now })]))
  return {
    rows: (names ?? [...statuses.keys()]).flatMap((name) => statuses.get(name) ?? []),
    unknown: names?.filter((name) => !statuses.has(name)) ?? [],
    documents: known,
    warnings: documents.failure ? [documentsNotVisible(documents.failure)] : [],
  }
}

export const documentsNotVisible = ({ fact }: Failure): AgentFlowFact =>
  DocumentsNotVisible({
    because: fact,
  })

const listNodes = (cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<readonly Node[]> =>
  cluster.nodes.list(selection.by === 'label' ? { labelSelector: selection.selector } : {}, limits)

async function readNodes(cluster: Cluster, names: readonly string[], limits: Limits): Promise<readonly Node[]> {
  const nodes = await concurrently(names.map((name) => cluster.nodes.read(name, limits)))
  return nodes.filter((node) => node !== undefined)
}

async function readDocuments(cluster: Cluster, names: readonly string[], limits: Limits) {
  const targets: readonly Target[] = [...names.map((node): Target => ({ kind: 'node', node })), globalTarget]
  const found = await concurrently(targets.map((target) => cluster.documents.read(target, limits)))
  return found.filter((document) => document !== undefined)
}

const byName = (documents: readonly NonNullable<ReturnType<Documents['get']>>[]): Documents =>
  new Map(documents.map((document) => [document.name, document]))
