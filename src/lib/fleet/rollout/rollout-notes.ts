import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import { GlobalWaitsForRollout, type RolloutFlowFact } from './rollout-flow-messages.ts'

/** What to know before the global document is changed. A rollout that cannot be read releases no node, either. */
export async function rolloutNotes(
  { rollouts }: Pick<Cluster, 'rollouts'>,
  limits: Limits,
): Promise<readonly RolloutFlowFact[]> {
  const { value: stored } = await unlessRefused(rollouts.read(limits))
  if (stored === undefined) return []
  const { reading } = stored
  return reading.kind === 'rollout' && reading.rollout.policy === undefined ? [] : [GlobalWaitsForRollout()]
}
