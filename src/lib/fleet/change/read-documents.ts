import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Documents } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, nodeTarget, type Target, type WantedTargets, whyNoDocument } from '../../documents/target.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome, unlessRefused } from '../../ports/outcomes.ts'
import { nothingSelected } from '../../sizes/resize/survey.ts'
import type { Cluster } from '../cluster.ts'

/** What is stored for a target; undefined: nothing. */
export interface ReadDocument {
  readonly target: Target
  readonly stored: Outcome<StoredDocument | undefined>
}

/** Reads at the same time. */
const concurrency = 16

/** With more targets than this, reading a list is cheaper. */
export const maxSingleReads = 10

/**
 * What is stored for some targets, in their order. Of labels, the targets are the nodes that have them: one list of nodes, one
 * of documents, at the same time. Rejects with Failure 'invalid' when no node has the labels.
 */
export async function readDocuments(
  cluster: Cluster,
  wanted: WantedTargets,
  limits: Limits,
): Promise<readonly ReadDocument[]> {
  if (!('selector' in wanted)) {
    const isFew = wanted.length <= maxSingleReads
    return readEach(cluster, { targets: wanted, listed: isFew ? undefined : await listed(cluster, limits) }, limits)
  }
  const { nodes, documents } = await readSelected(cluster, wanted.selector, limits)
  const targets = nodes.flatMap(({ name }) => (whyNoDocument(name) === undefined ? [nodeTarget(name)] : []))
  return readEach(cluster, { targets, listed: documents }, limits)
}

export interface Selected {
  readonly nodes: readonly Node[]
  /** All that are stored; undefined: the user may not list them, but perhaps read some by name. */
  readonly documents: Documents | undefined
}

/** The nodes with certain labels, and the documents. Rejects with Failure 'invalid' when no node has the labels. */
export async function readSelected(cluster: Cluster, selector: string, limits: Limits): Promise<Selected> {
  const [nodes, documents] = await concurrently([
    cluster.nodes.list({ labelSelector: selector }, limits),
    listed(cluster, limits),
  ])
  if (nodes.length === 0) throw nothingSelected({ by: 'label', selector })
  return { nodes, documents }
}

async function listed(cluster: Cluster, limits: Limits): Promise<Documents | undefined> {
  const { value } = await unlessRefused(cluster.documents.list(limits))
  return value && new Map(value.map((document) => [document.name, document]))
}

interface Asked {
  readonly targets: readonly Target[]
  readonly listed: Documents | undefined
}

/** What is stored for each of them, in their order. */
export async function readEach(
  cluster: Cluster,
  { targets, listed }: Asked,
  limits: Limits,
): Promise<readonly ReadDocument[]> {
  const read = async (target: Target) =>
    listed === undefined ? cluster.documents.read(target, limits) : listed.get(configMapName(target))
  const outcomes = await forEachTarget(targets, read, concurrency)
  return targets.map((target, i) => ({ target, stored: outcomes[i]! }))
}
