import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Documents } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { globalTarget, type Target, whyNoDocument } from '../../documents/target.ts'
import type { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome, orThrow, unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import { maxSingleReads, readSelected } from './read-documents.ts'

/** What a cluster has for some targets, read at the same time. */
export interface Observed {
  /** The documents of the targets and the global one; for the global target, all documents. */
  readonly documents: Documents
  /** The existing nodes that a document of these targets may reach; a failure when nodes may not be read. */
  readonly nodes: Outcome<readonly Node[]>
  /** Why there may be other documents: for the global target, when they may not be listed. */
  readonly withoutList?: Failure | undefined
  /** Why the global document is missing: it may not be read, and every target has its own document. */
  readonly withoutGlobal?: Failure | undefined
}

/** Reads at the same time. */
const concurrency = 16

export async function observe(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<Observed> {
  if (targets.some(({ kind }) => kind === 'global')) return observeAll(cluster, targets, limits)
  if (targets.length <= maxSingleReads) return observeNodes(cluster, targets, limits)
  const lists = await unlessRefused(concurrently([cluster.documents.list(limits), cluster.nodes.list({}, limits)]))
  if (lists.failure !== undefined) return observeNodes(cluster, targets, limits)
  const [documents, nodes] = lists.value
  return { documents: byName(documents), nodes: { value: nodes } }
}

/**
 * Which nodes get the global document depends on all other documents. A user who may not list them can still compare
 * it.
 */
async function observeAll(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<Observed> {
  const [documents, nodes] = await concurrently([
    unlessRefused(cluster.documents.list(limits)),
    unlessRefused(cluster.nodes.list({}, limits)),
  ])
  if (documents.failure === undefined) return { documents: byName(documents.value), nodes }
  const read = await readEach(targets, (target) => cluster.documents.read(target, limits))
  return { documents: byName(read), nodes: documents, withoutList: documents.failure }
}

async function observeNodes(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<Observed> {
  const names = targets.flatMap((target) => (target.kind === 'node' ? [target.node] : []))
  const [documents, nodes] = await concurrently([
    documentsOf(cluster, targets, limits),
    unlessRefused(readEach(names, (name) => cluster.nodes.read(name, limits))),
  ])
  return {
    ...documents,
    nodes: nodes.failure ? nodes : { value: nodes.value.filter((node) => node !== undefined) },
  }
}

/** Their own documents and the global one, each by its name. */
async function documentsOf(
  cluster: Cluster,
  targets: readonly Target[],
  limits: Limits,
): Promise<Omit<Observed, 'nodes'>> {
  const [own, global] = await concurrently([
    readEach(targets, (target) => cluster.documents.read(target, limits)),
    unlessRefused(cluster.documents.read(globalTarget, limits)),
  ])
  if (global.failure && own.includes(undefined)) throw global.failure
  return { documents: byName([...own, global.value]), withoutGlobal: global.failure }
}

/** The same for the nodes with certain labels: one list of nodes, one of documents. There is one node at least. */
export async function observeSelected(
  cluster: Cluster,
  selector: string,
  limits: Limits,
): Promise<Observed & { readonly nodes: { readonly value: readonly Node[] } }> {
  const { nodes, documents } = await readSelected(cluster, selector, limits)
  if (documents !== undefined) return { documents, nodes: { value: nodes } }
  const own = nodes.map(({ name }) => ({ kind: 'node', node: name }) as const)
  const targets = own.filter(({ node }) => whyNoDocument(node) === undefined)
  return { ...(await documentsOf(cluster, targets, limits)), nodes: { value: nodes } }
}

/** When several fail, the first in the list is reported, not the fastest. */
const readEach = async <Key, Value>(keys: readonly Key[], read: (key: Key) => Promise<Value>): Promise<Value[]> =>
  (await forEachTarget(keys, read, concurrency)).map(orThrow)

const byName = (documents: readonly (StoredDocument | undefined)[]): Documents =>
  new Map(documents.flatMap((stored) => (stored === undefined ? [] : [[stored.name, stored]])))
