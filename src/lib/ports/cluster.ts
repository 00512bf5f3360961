import type { Access } from './access.ts'
import type { Balloons } from './balloons.ts'
import type { Documents } from './documents.ts'
import type { Nodes } from './nodes.ts'
import type { Objects } from './objects.ts'

export interface Cluster {
  readonly documents: Documents
  readonly nodes: Nodes
  readonly balloons: Balloons
  readonly objects: Objects
  readonly access: Access
}

/** A cluster, as whoever opened it has it. */
export interface OpenCluster extends Cluster {
  /**
   * Ends connections, watches and timers. What is under way is interrupted, watches end, and nothing can be asked any more
   * (Failure 'interrupted'). Closing twice does no harm.
   */
  close(): void
}
