import type { BackOffRange } from '../../loop/back-off.ts'
import { Controller } from '../../loop/controller/controller.ts'
import type { Leadership } from '../../loop/leader-election/leader-elector.ts'
import { runTasks } from '../../loop/run-tasks.ts'
import { followAll } from './follow.ts'
import { leaderCluster } from './leader-cluster.ts'
import { type ReconcilerDependencies, SizeReconciler } from './size-reconciler.ts'
import { watchReconcilerPolicy } from './watch-policy.ts'

/** Nodes at a time: a kubelet that does not answer keeps one of them for a minute. */
const workers = 10
/** Between two looks at all nodes. */
const resyncMs = 600_000
const backOff: BackOffRange = { firstMs: 5_000, longestMs: 300_000 }

/**
 * Restores the sizes of nodes while this process leads, and then resolves: when no request is under way any more, and what
 * was not granted is reverted. Rejects with a Failure when the cluster cannot be followed.
 */
export async function runReconciler(given: ReconcilerDependencies, leadership: Leadership): Promise<void> {
  // Nothing below has another way to the cluster.
  const dependencies = { ...given, cluster: leaderCluster(given.cluster, leadership) }
  const { observer, cluster } = dependencies
  const controller = new Controller({ ...dependencies, backOff, resyncMs })
  const reconciler = new SizeReconciler(dependencies, controller)
  const synced = Promise.withResolvers<void>()
  let isSynced = false
  const news = {
    // The first resync sees what was there before.
    node: (name: string) => isSynced && controller.queue.add(name),
    all: () => controller.requestResync(),
    connection: observer.connection,
    synced: () => {
      isSynced = true
      observer.synced()
      synced.resolve()
    },
  }
  const start = (signal: AbortSignal): readonly Promise<void>[] => {
    signal.addEventListener('abort', () => synced.resolve(), { once: true })
    return [
      followAll(cluster.collections, news, signal),
      synced.promise.then(() => controller.resync(reconciler, signal)),
      synced.promise.then(() => watchReconcilerPolicy(dependencies, signal)),
      ...Array.from({ length: workers }, () => controller.work(reconciler, signal)),
    ]
  }
  try {
    await runTasks(start, leadership.signal)
  } finally {
    controller.queue.shutDown()
  }
}
