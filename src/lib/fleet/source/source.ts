import { concurrently } from '../../cluster/concurrently.ts'
import { candidatesFor, ignoresGlobal, winnerOf } from '../../documents/precedence.ts'
import { configMapName, globalTarget, nodeTarget } from '../../documents/target.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { DocumentFact } from '../change/document-messages.ts'
import { type Inspection, inspect } from '../change/inspect.ts'
import { type Observed, observe } from '../change/observe.ts'
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
  return reportFor(nodeName, { ...observed, rollout: rollout.value }, cluster.now())
}

interface Seen extends Pick<Observed, 'documents' | 'nodes'> {
  readonly rollout: StoredRollout | undefined
}

/** The same from what is known of the cluster. */
export async function reportFor(
  nodeName: string,
  { documents: stored, nodes, rollout }: Seen,
  now: number,
): Promise<SourceReport> {
  const [node] = nodes.value ?? []
  const unknown = { name: nodeName, createdAt: undefined, labels: {} }
  const { given, documents } = underRollout(stored, rollout, node ?? unknown)
  const releases = node === undefined ? [newest] : releasesOfNodes([node]).found
  const winner = winnerOf(candidatesFor(nodeName, (target) => documents.get(configMapName(target)), node))
  const [hidden] = winner?.hidden ?? []
  return {
    node: nodeName,
    nodeExists: nodes.value && node !== undefined,
    kubeletVersion: node?.kubeletVersion,
    status: accountOf({ documents, nodes: nodes.value ?? [], now }).get(nodeName),
    source: winner?.source ?? 'local',
    given: winner?.source === 'node' || ignoresGlobal(node) ? undefined : given,
    document: winner && (await inspect(winner.document, releases)),
    shadowed: hidden && (await inspect(hidden, releases)),
    ignoresGlobal: ignoresGlobal(node) && documents.has(configMapName(globalTarget)),
    warnings: nodes.failure ? [nodesNotVisible(nodes.failure)] : [],
  }
}
