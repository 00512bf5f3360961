import type { Node } from '../api/node.ts'
import type { Pod } from '../api/pod.ts'
import type { StoredDocument } from '../documents/stored-document.ts'
import type { Access } from './access.ts'
import type { Balloons } from './balloons.ts'
import type { Collection } from './collection.ts'
import type { Documents } from './documents.ts'
import type { Events } from './events.ts'
import type { Leases } from './leases.ts'
import type { Nodes } from './nodes.ts'
import type { Objects } from './objects.ts'

export interface Cluster {
  readonly documents: Documents
  readonly nodes: Nodes
  readonly balloons: Balloons
  readonly objects: Objects
  readonly access: Access
}

/** What long-running programs follow. */
export interface Collections {
  /** Of the namespace of the documents. */
  readonly documents: Collection<StoredDocument>
  readonly nodes: Collection<Node>
  /** Every pod of the namespace with the label of a balloon, bound or not. */
  readonly balloons: Collection<Pod>
}

/** A cluster as whoever opened it has it, with what long-running programs need. */
export interface OpenCluster extends Cluster {
  readonly collections: Collections
  readonly leases: Leases
  readonly events: Events
  /**
   * Ends connections, watches and timers. What is under way is interrupted, watches end, and nothing can be asked any more
   * (Failure 'interrupted'). Closing twice does no harm.
   */
  close(): void
}
