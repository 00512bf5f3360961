import { equal, floor } from '../../pods/amounts.ts'
import { requestsOf } from '../../pods/requests.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import type { ChangeForNodes } from './change-for-nodes.ts'
import { BalloonsNotVisible, type DocumentFact, ResetBalloonsFirst } from './document-messages.ts'

/**
 * Balloons of nodesize that reserve capacity on nodes whose allocatable will shrink. A restarted kubelet admits its
 * pods again, oldest first. A balloon is usually older than the other pods, so these may fail for lack of the capacity
 * that it reserves. Reads nothing when no node will shrink.
 */
export const balloonsInTheWay = (
  cluster: Cluster,
  changes: readonly Pick<ChangeForNodes, 'parts'>[],
  limits: Limits,
): Promise<readonly DocumentFact[]> => balloonsInWayOf(cluster, limits)(changes)

/** The same for one change after another: balloons are read once. */
export function balloonsInWayOf(cluster: Cluster, limits: Limits) {
  let reading: ReturnType<typeof readBalloons> | undefined
  return async (changes: readonly Pick<ChangeForNodes, 'parts'>[]): Promise<readonly DocumentFact[]> => {
    const parts = changes.flatMap((change) => change.parts)
    const shrinking = new Set(
      parts.flatMap(({ nodes, assessment }) => (assessment?.lowersAllocatable ? nodes.map(({ name }) => name) : [])),
    )
    if (shrinking.size === 0) return []
    reading ??= readBalloons(cluster, limits)
    return inTheWay(await reading, shrinking)
  }
}

const readBalloons = (cluster: Cluster, limits: Limits) => unlessRefused(cluster.balloons.list(limits))

function inTheWay(
  balloons: Awaited<ReturnType<typeof readBalloons>>,
  shrinking: ReadonlySet<string>,
): readonly DocumentFact[] {
  if (balloons.failure) return [BalloonsNotVisible({ because: balloons.failure.fact })]
  const holding = balloons.value.pods.filter((pod) => {
    const requests = requestsOf(pod)
    return requests !== undefined && !equal(requests.amounts, floor)
  })
  const nodes = new Set(holding.flatMap(({ spec: { nodeName = '' } }) => (shrinking.has(nodeName) ? [nodeName] : [])))
  return nodes.size === 0 ? [] : [ResetBalloonsFirst({ nodes: [...nodes].sort() })]
}
