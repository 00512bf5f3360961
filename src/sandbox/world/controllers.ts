import { startEventExpiry } from './controllers/event-expiry.ts'
import { startGarbageCollector } from './controllers/garbage.ts'
import { startLostPods } from './controllers/lost-pods.ts'
import { startNamespaces } from './controllers/namespaces.ts'
import { startQuotas } from './controllers/quotas.ts'
import { startDaemonSets } from './daemon-set/controller.ts'
import { type Kubelets, startKubelets } from './kubelets.ts'
import { indexOwners } from './runtime/owned.ts'
import type { World } from './runtime/world.ts'
import { Scheduler } from './scheduler/scheduler.ts'

/** Starts controllers, scheduler and kubelets. */
export function startControllers(world: World): Kubelets {
  const owned = indexOwners(world)
  new Scheduler(world)
  startEventExpiry(world)
  startDaemonSets(world, owned)
  startGarbageCollector(world, owned)
  startNamespaces(world)
  startLostPods(world)
  startQuotas(world)
  return startKubelets(world)
}
