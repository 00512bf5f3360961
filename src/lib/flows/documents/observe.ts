import type { Node } from '../../api/node.ts'
import type { Documents } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { globalTarget, type Target } from '../../documents/target.ts'
import type { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome, orThrow, unlessRefused } from '../outcome.ts'
import { together } from '../together.ts'

/** What a cluster has for some targets, all asked for at once. */
export interface Observed {
  /** The documents of the targets and the global one; for the global target, all there are. */
  readonly documents: Documents
  /** The nodes that a document of these targets may reach, as far as they exist; a failure: they may not be seen. */
  readonly nodes: Outcome<readonly Node[]>
  /** Why the global document is missing: it may not be read, and every target has a document of its own. */
  readonly withoutGlobal?: Failure | undefined
}

/** Reads that are on their way at the same time. */
const concurrency = 16

export async function observe(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<Observed> {
  return targets.some(({ kind }) => kind === 'global')
    ? observeAll(cluster, limits)
    : observeNodes(cluster, targets, limits)
}

/** Whom the global document reaches depends on all the others; who may not list them may compare it all the same. */
async function observeAll(cluster: Cluster, limits: Limits): Promise<Observed> {
  const [documents, nodes] = await together([
    unlessRefused(cluster.documents.list(limits)),
    unlessRefused(cluster.nodes.list({}, limits)),
  ])
  if (documents.failure === undefined) return { documents: byName(documents.value), nodes }
  const global = await cluster.documents.read(globalTarget, limits)
  return { documents: byName([global]), nodes: documents }
}

async function observeNodes(cluster: Cluster, targets: readonly Target[], limits: Limits): Promise<Observed> {
  const names = targets.flatMap((target) => (target.kind === 'node' ? [target.node] : []))
  const [own, global, nodes] = await together([
    readEach(targets, (target) => cluster.documents.read(target, limits)),
    unlessRefused(cluster.documents.read(globalTarget, limits)),
    unlessRefused(readEach(names, (name) => cluster.nodes.read(name, limits))),
  ])
  if (global.failure && own.includes(undefined)) throw global.failure
  return {
    documents: byName([...own, global.value]),
    withoutGlobal: global.failure,
    nodes: nodes.failure ? nodes : { value: nodes.value.filter((node) => node !== undefined) },
  }
}

/** When several fail, the first of the list is reported, not the fastest. */
const readEach = async <Key, Value>(keys: readonly Key[], read: (key: Key) => Promise<Value>): Promise<Value[]> =>
  (await forEachTarget(keys, read, concurrency)).map(orThrow)

const byName = (documents: readonly (StoredDocument | undefined)[]): Documents =>
  new Map(documents.flatMap((stored) => (stored === undefined ? [] : [[stored.name, stored]])))
