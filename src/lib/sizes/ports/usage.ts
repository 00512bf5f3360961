import type { Amounts } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'

/** What nodes use, as the metrics API (metrics.k8s.io) reports it. */
export interface Usage {
  /**
   * By name: of this node, or of all. A node without measurements is missing. undefined: the cluster does not serve the
   * metrics API.
   */
  ofNodes(name: string | undefined, limits: Limits): Promise<ReadonlyMap<string, Amounts> | undefined>
}
