import type { Limits } from '../../ports/limits.ts'
import type { PodSign } from '../pod-sign.ts'

/**
 * What pods show of the kubelets of their nodes. Both may be as old as the cache of the API server, which is seconds: nothing is read from
 * its store for them. Promises as in lib/ports/limits.ts.
 */
export interface PodSigns {
  /** Of pods on any node that kubelets have evicted or refused. */
  ofEnded(limits: Limits): Promise<readonly PodSign[]>
  /** Of pods on one node that have not ended, and that do not get to run. */
  ofUnfinished(node: string, limits: Limits): Promise<readonly PodSign[]>
}
