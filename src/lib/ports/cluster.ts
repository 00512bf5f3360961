import type { Node } from '../api/node.ts'
import type { ObjectBody } from '../api/object.ts'
import type { Pod } from '../api/pod.ts'
import type { StoredDocument } from '../documents/stored-document.ts'
import type { WishShard } from '../reconcile/wish.ts'
import type { Access } from './access.ts'
import type { AgentNode } from './agent-node.ts'
import type { Balloons } from './balloons.ts'
import type { Collection } from './collection.ts'
import type { Documents } from './documents.ts'
import type { Enrollment } from './enrollment.ts'
import type { Events } from './events.ts'
import type { History } from './history.ts'
import type { Leases } from './leases.ts'
import type { Names } from './names.ts'
import type { NodeQuery, Nodes } from './nodes.ts'
import type { Objects } from './objects.ts'
import type { Usage } from './usage.ts'
import type { Wishes } from './wishes.ts'

export interface Cluster {
  /**
   * Milliseconds since the epoch on the clock of the API server, as its answers tell: what is stored, and what is compared
   * with what is stored, uses it, for the clocks of commands and nodes differ. Before an answer, by the own clock.
   */
  now(): number
  readonly documents: Documents
  readonly history: History
  readonly nodes: Nodes
  readonly balloons: Balloons
  readonly wishes: Wishes
  readonly usage: Usage
  readonly objects: Objects
  readonly access: Access
}

/** Collections that long-running programs follow. */
export interface Collections {
  /** The documents of the namespace. */
  readonly documents: Collection<StoredDocument>
  readonly nodes: Collection<Node>
  /** Every pod of the namespace with the balloon label, bound or not. */
  readonly balloons: Collection<Pod>
  /** The DaemonSet of the balloons in the namespace. */
  readonly daemonSets: Collection<ObjectBody>
  /** The ConfigMaps with the wishes of the namespace. */
  readonly wishes: Collection<WishShard>
  /** Nodes by label, or the one with this name. */
  nodesWith(query: NodeQuery & { readonly name?: string | undefined }): Collection<Node>
  /** Pods as Nodes.pods lists them, by namespace/name. A pod that ends is deleted from the collection. */
  podsOn(node: string | undefined): Collection<Pod>
}

/** An open cluster, with everything that long-running programs and completion need. */
export interface OpenCluster extends Cluster {
  /** The URL of the API server. */
  readonly server: string
  /** The context of the kubeconfig; undefined: there is none, as in a pod. */
  readonly context: string | undefined
  readonly collections: Collections
  readonly leases: Leases
  leasesIn(namespace: string): Leases
  readonly events: Events
  readonly enrollment: Enrollment
  readonly names: Names
  /** The Node with this name, for its agent. */
  agentNode(name: string): AgentNode
  /**
   * Ends connections, watches and timers. Calls in progress are interrupted, and later ones fail (Failure
   * 'interrupted'). Closing twice is harmless.
   */
  close(): void
}
