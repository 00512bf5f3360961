import { globalTarget, nodeTarget } from '../../documents/target.ts'
import { newest, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { together } from '../together.ts'
import { type Inspection, inspect } from './inspect.ts'

export interface SourceReport {
  readonly node: string
  readonly nodeExists: boolean
  readonly kubeletVersion: string | undefined
  /** `local`: neither document is there; which of on-disk or flags it is, only the agent on the node can know. */
  readonly source: 'node' | 'global' | 'local'
  readonly document: Inspection | undefined
  /** A global document that this node's own one hides. */
  readonly shadowed: Inspection | undefined
}

/** Which document a node gets: its own, else the global one, whole, and whether or not it is valid. */
export async function sourceOf(cluster: Cluster, nodeName: string, limits: Limits): Promise<SourceReport> {
  const target = nodeTarget(nodeName)
  const [node, own, global] = await together([
    cluster.nodes.read(nodeName, limits),
    cluster.documents.read(target, limits),
    cluster.documents.read(globalTarget, limits),
  ])
  const release = (node && releaseOfKubelet(node.kubeletVersion)?.release) ?? newest
  const chosen = own ?? global
  return {
    node: nodeName,
    nodeExists: node !== undefined,
    kubeletVersion: node?.kubeletVersion,
    source: own !== undefined ? 'node' : global !== undefined ? 'global' : 'local',
    document: chosen && (await inspect(chosen, release)),
    shadowed: own && global && (await inspect(global, release)),
  }
}
