import type { ClusterPorts } from '../cluster/ports/cluster.ts'
import { type Release, releases } from '../kubelet/model/releases.ts'
import { Failure } from '../message/failure.ts'
import type { Limits } from '../ports/limits.ts'
import { releasesOfNodes } from './releases-of-nodes.ts'
import { NoNodes, type ReviewFact } from './review-messages.ts'

/**
 * The releases of a cluster's kubelets and `more`, oldest first, with warnings about nodes whose release is a guess.
 * Rejects with Failure 'invalid' when there are no nodes.
 */
export async function releasesInCluster(
  cluster: Pick<ClusterPorts, 'nodes'>,
  more: readonly Release[],
  limits: Limits,
): Promise<{ readonly releases: readonly Release[]; readonly warnings: readonly ReviewFact[] }> {
  const { found, warnings } = releasesOfNodes(await cluster.nodes.list({}, limits))
  if (found.length === 0) throw new Failure('invalid', NoNodes())
  return { releases: releases.filter((release) => found.includes(release) || more.includes(release)), warnings }
}
