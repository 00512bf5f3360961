import type { Fact } from '../../message/fact.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Host, hostOf, sharedHosts } from '../plan/host.ts'
import type { Cluster } from '../ports/cluster.ts'
import { nodesNotFound, survey } from '../resize/survey.ts'

export interface Shares {
  readonly hosts: readonly Host[]
  readonly warnings: readonly Fact[]
}

/**
 * The hosts that have several kubelets, or the one that the nodes of these names have together. Throws Failure 'invalid'
 * when one of them does not exist.
 */
export async function findShares(
  cluster: Cluster,
  names: readonly string[] | undefined,
  limits: Limits,
): Promise<Shares> {
  const { sizes, unknown, warnings } = await survey(
    cluster,
    names === undefined ? { by: 'all' } : { by: 'name', names },
    limits,
  )
  const missing = nodesNotFound(unknown)
  if (missing !== undefined) throw missing
  return { hosts: names === undefined ? sharedHosts(sizes) : [hostOf(sizes)], warnings }
}
