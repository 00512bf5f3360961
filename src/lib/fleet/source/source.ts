import { concurrently } from '../../cluster/concurrently.ts'
import { candidatesFor, ignoresGlobal, winnerOf } from '../../documents/precedence.ts'
import { configMapName, globalTarget, nodeTarget, type Target, whyNoDocument } from '../../documents/target.ts'
import { newest } from '../../kubelet/model/releases.ts'
import type { SomeNodes } from '../../nodes/node-selection.ts'
import { releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { DocumentFact } from '../change/document-messages.ts'
import { type Inspect, type Inspection, inspect, inspectOncePerReleases } from '../change/inspect.ts'
import { type Observed, observe, observeSelected } from '../change/observe.ts'
import type { Cluster } from '../cluster.ts'
import { nodesNotVisible } from '../list/list-documents.ts'
import { type Given, underRollout } from '../rollout/global-under-rollout.ts'
import { accountOf } from '../status/account.ts'
import type { NodeStatus } from '../status/node-status.ts'

export interface SourceReport {
  readonly node: string
  /** undefined when nodes may not be read. */
  readonly nodeExists: boolean | undefined
  readonly kubeletVersion: string | undefined
  /** What became of it; undefined when the node does not exist, or may not be read. */
  readonly status: NodeStatus | undefined
  /**
   * `local`: the cluster has no document for the node, so it uses its own file or flags. Only the agent on the node can
   * know which.
   */
  readonly source: 'node' | 'global' | 'local'
  readonly document: Inspection | undefined
  /** Which document of a rollout counts as the global one; undefined: none does. */
  readonly given: Given | undefined
  /** The global document, when the node has a document of its own. */
  readonly shadowed: Inspection | undefined
  /** Whether there is a global document that the node ignores, because it is of the control plane. */
  readonly ignoresGlobal: boolean
  readonly warnings: readonly DocumentFact[]
}

/** Which document a node gets: its own, else the global one, as a whole and whether valid or not. */
export async function sourceOf(cluster: Cluster, nodeName: string, limits: Limits): Promise<SourceReport> {
  const [observed, rollout] = await concurrently([
    observe(cluster, [nodeTarget(nodeName)], limits),
    unlessRefused(cluster.rollouts.read(limits)),
  ])
  return reportFor(nodeName, { ...observed, rollout: rollout.value }, { now: cluster.now(), inspect })
}

/**
 * The same for several nodes: everything is read once. Rejects with Failure 'invalid' when no node has the labels that are
 * wanted.
 */
export async function sourcesOf(cluster: Cluster, nodes: SomeNodes, limits: Limits): Promise<readonly SourceReport[]> {
  const [{ names, observed }, rollout] = await concurrently([
    observeNodes(cluster, nodes, limits),
    unlessRefused(cluster.rollouts.read(limits)),
  ])
  const seen = { ...observed, rollout: rollout.value }
  const how = { now: cluster.now(), inspect: inspectOncePerReleases() }
  return Promise.all(names.map((name) => reportFor(name, seen, how)))
}

async function observeNodes(cluster: Cluster, nodes: SomeNodes, limits: Limits) {
  if (nodes.by === 'label') {
    const observed = await observeSelected(cluster, nodes.selector, limits)
    return { names: observed.nodes.value.map(({ name }) => name), observed }
  }
  const names = [...new Set(nodes.names)]
  return { names, observed: await observe(cluster, names.map(nodeTarget), limits) }
}

interface Seen extends Pick<Observed, 'documents' | 'nodes'> {
  readonly rollout: StoredRollout | undefined
}

/** The same from what is known of the cluster. */
export async function reportFor(
  nodeName: string,
  { documents: stored, nodes, rollout }: Seen,
  { now, inspect }: { readonly now: number; readonly inspect: Inspect },
): Promise<SourceReport> {
  const node = nodes.value?.find(({ name }) => name === nodeName)
  const unknown = { name: nodeName, createdAt: undefined, labels: {} }
  const { given, documents } = underRollout(stored, rollout, node ?? unknown)
  const releases = node === undefined ? [newest] : releasesOfNodes([node]).found
  const mayHaveOne = whyNoDocument(nodeName) === undefined
  const documentFor = (target: Target) =>
    target.kind === 'global' || mayHaveOne ? documents.get(configMapName(target)) : undefined
  const winner = winnerOf(candidatesFor(nodeName, documentFor, node))
  const [hidden] = winner?.hidden ?? []
  return {
    node: nodeName,
    nodeExists: nodes.value && node !== undefined,
    kubeletVersion: node?.kubeletVersion,
    status: accountOf({ documents, nodes: node === undefined ? [] : [node], now }).get(nodeName),
    source: winner?.source ?? 'local',
    given: winner?.source === 'node' || ignoresGlobal(node) ? undefined : given,
    document: winner && (await inspect(winner.document, releases)),
    shadowed: hidden && (await inspect(hidden, releases)),
    ignoresGlobal: ignoresGlobal(node) && documents.has(configMapName(globalTarget)),
    warnings: nodes.failure ? [nodesNotVisible(nodes.failure)] : [],
  }
}
