import { startDaemonSets } from './daemon-set/controller.ts'
import { startGarbageCollector } from './garbage.ts'
import { type Kubelets, startKubelets } from './kubelets.ts'
import { startLostPods } from './lost-pods.ts'
import { startNamespaces } from './namespaces.ts'
import { indexOwners } from './owned.ts'
import { startQuotas } from './quotas.ts'
import { Scheduler } from './scheduler/scheduler.ts'
import type { World } from './world.ts'

/** Everything that acts on its own. */
export function startControllers(world: World): Kubelets {
  const owned = indexOwners(world)
  new Scheduler(world)
  startDaemonSets(world, owned)
  startGarbageCollector(world, owned)
  startNamespaces(world)
  startLostPods(world)
  startQuotas(world)
  return startKubelets(world)
}
