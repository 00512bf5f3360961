import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import type { Access } from './access.ts'
import type { Collection } from './collection.ts'
import type { NodeQuery, Nodes } from './nodes.ts'
import type { Objects } from './objects.ts'

/** What every feature needs of a cluster; each adds the ports of its own. */
export interface ClusterPorts {
  /**
   * Milliseconds since the epoch on the clock of the API server, as its answers tell: what is stored, and what is compared
   * with what is stored, uses it, for the clocks of commands and nodes differ. Before an answer, by the own clock.
   */
  now(): number
  readonly nodes: Nodes
  readonly objects: Objects
  readonly access: Access
}

/** Collections that long-running programs follow. */
export interface ClusterCollections {
  readonly nodes: Collection<Node>
  /** Nodes by label, or the one with this name. */
  nodesWith(query: NodeQuery & { readonly name?: string | undefined }): Collection<Node>
  /** Pods as Nodes.pods lists them, by namespace/name. A pod that ends is deleted from the collection. */
  podsOn(node: string | undefined): Collection<Pod>
}
