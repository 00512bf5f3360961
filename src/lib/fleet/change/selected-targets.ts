import { nodeTarget, type Target, type WantedTargets } from '../../documents/target.ts'
import type { Limits } from '../../ports/limits.ts'
import { nothingSelected } from '../../sizes/resize/survey.ts'
import type { Cluster } from '../cluster.ts'

/** The targets, once the nodes have been read. Rejects with Failure 'invalid' when no node matches a selector. */
export async function targetsFor(cluster: Cluster, wanted: WantedTargets, limits: Limits): Promise<readonly Target[]> {
  if (!('selector' in wanted)) return wanted
  const { selector } = wanted
  const nodes = await cluster.nodes.list({ labelSelector: selector }, limits)
  if (nodes.length === 0) throw nothingSelected({ by: 'label', selector })
  return nodes.map(({ name }) => nodeTarget(name))
}
