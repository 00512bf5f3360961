import { concurrently } from '../../cluster/concurrently.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { Cluster } from '../cluster.ts'
import { controllerLeads } from './controller-leads.ts'
import { GlobalReachesAll, GlobalWaitsForRollout, type RolloutFlowFact } from './rollout-flow-messages.ts'

/** What says how a global document reaches the nodes. */
export interface SeenRollout {
  /** undefined: there is none; `unknown`: the user may not read it. */
  readonly stored: StoredRollout | undefined | 'unknown'
  /** Whether the controller moves it; undefined: the user may not know. */
  readonly leads: boolean | undefined
}

/** Two reads at the same time. */
export async function seeRollout(
  cluster: Pick<Cluster, 'rollouts' | 'leasesIn' | 'now'>,
  limits: Limits,
): Promise<SeenRollout> {
  const [{ value, failure }, leads] = await concurrently([
    unlessRefused(cluster.rollouts.read(limits)),
    controllerLeads(cluster, limits),
  ])
  return { stored: failure === undefined ? value : 'unknown', leads }
}

/** From more nodes on, a mistake is no small one. */
const handful = 5

/** What to know before the global document of so many nodes is changed. A rollout that cannot be read releases no node, either. */
export function rolloutNotes({ stored, leads }: SeenRollout, nodes: number): readonly RolloutFlowFact[] {
  if (stored === 'unknown') return []
  const isReleased = stored?.reading.kind === 'rollout' && stored.reading.rollout.policy === undefined
  if (stored !== undefined && !isReleased) return [GlobalWaitsForRollout({ leads })]
  return nodes > handful ? [GlobalReachesAll({ nodes })] : []
}
