import { concurrently } from '../../cluster/concurrently.ts'
import { bursts, type Following } from '../../cluster/follow.ts'
import type { WatchFact } from '../../cluster/watch-messages.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Rollouts, StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { Cluster } from '../cluster.ts'
import { followController } from './controller-leads.ts'
import { type FleetWorld, FollowedFleet } from './followed-fleet.ts'
import type { RolloutView } from './read-rollout.ts'
import { TriedProbes } from './tried-probes.ts'
import { WatchedPods } from './watched-pods.ts'

export interface FollowWorld {
  readonly cluster: FleetWorld['cluster'] &
    Pick<Cluster, 'leasesIn' | 'podSigns' | 'probes'> & { readonly rollouts: Pick<Rollouts, 'watch'> }
  readonly clock: Clock
}

/** What is known of the rollout at a moment. */
export interface SeenRolloutView {
  readonly view: RolloutView
  /** Whether the controller moves it; undefined: the user may not know. */
  readonly leads: boolean | undefined
}

/** What is known of the rollout, then the same after each change, and at least every few seconds; or notices about the connection. */
export async function* followRollout(
  world: FollowWorld,
  limits: Limits,
): AsyncGenerator<SeenRolloutView | { readonly notice: WatchFact }> {
  const { cluster, clock } = world
  const fleet = new FollowedFleet(world)
  const pods = new WatchedPods(cluster.podSigns, clock)
  const probes = new TriedProbes(cluster.probes, clock)
  let stored: StoredRollout | undefined
  let leads: boolean | undefined
  const storedRollout: Following = async (within, report) => {
    for await (const now of cluster.rollouts.watch(within)) {
      stored = now
      report('synced')
    }
  }
  const controller = followController(world, (now) => {
    leads = now
  })
  for await (const notice of bursts([...fleet.followings, storedRollout, controller], { clock, limits })) {
    if (notice !== undefined) yield { notice }
    else {
      const view = await fleet.view(stored)
      const [seen, tried] = await concurrently([pods.seenIn(view, limits), probes.seenIn(view, limits)])
      yield { view: { ...view, pods: seen, probes: tried }, leads }
    }
  }
}
