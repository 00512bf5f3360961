import { nodeReference, type ObjectEvent } from '../../loop/events/object-event.ts'
import type { Level, Log } from '../../loop/log-line.ts'
import { random } from '../../loop/random.ts'
import { type Replica, type ReplicaPlace, runReplica } from '../../loop/run-replica.ts'
import type { Fact } from '../../message/fact.ts'
import { reconciler } from '../../names.ts'
import type { OpenCluster } from '../ports/cluster.ts'
import { ReconcilerMonitor } from './monitor.ts'
import type { ReconcilerFact } from './reconciler-messages.ts'
import { ReconcilerMetrics } from './reconciler-metrics.ts'
import { runReconciler } from './run-reconciler.ts'

export interface ReconcilerHere extends Omit<ReplicaPlace, 'events'> {
  readonly cluster: OpenCluster
  readonly namespace: string
  readonly version: string
  readonly log: Log
}

/** The reconciler of this process; as runReplica. */
export async function runReconcilerHere(here: ReconcilerHere, signal: AbortSignal): Promise<void> {
  const { cluster, clock, namespace, log } = here
  const make = (record: (event: ObjectEvent) => void): Replica => {
    const metrics = new ReconcilerMetrics(here.version)
    const announce = (level: Level, fact: Fact): void => record(sizeEvent(level, fact))
    const monitor = new ReconcilerMonitor({ clock, namespace, log, metrics, announce })
    return {
      ...{ registry: metrics.registry, state: metrics.replica },
      elected: (fact) => monitor.election(fact),
      work: (leadership) => runReconciler({ cluster, clock, random, observer: monitor }, leadership),
    }
  }
  await runReplica({ ...here, events: cluster.events }, reconciler, make, signal)
}

const reasons: Readonly<Record<string, string>> = {
  SizeRestored: 'NodeSizeRestored',
  NodeOvercommitted: 'NodeSizeGivenBack',
  AllocatableWillShrink: 'NodeSizeGivenBack',
  ResizeNotGrantedInTime: 'NodeResizeReverted',
  BornTooLarge: 'NodeSizeGivenBack',
  NodeNotRestored: 'NodeSizeNotRestored',
  DesiredSizeInvalid: 'NodeSizeUnreadable',
}

/** Of what was done, the reason why tells more. */
function reasonOf(fact: Fact): string {
  const { reason } =
    fact.reason === 'NodeRestored' ? (fact as Extract<ReconcilerFact, { outcome: unknown }>).because : fact
  return reasons[reason] ?? reason
}

/** The Event of what a reconciler reports of a Node. */
export function sizeEvent(level: Level, fact: Fact): ObjectEvent {
  const reason = reasonOf(fact)
  return {
    about: nodeReference(fact.subject?.name ?? ''),
    type: level === 'warning' ? 'Warning' : 'Normal',
    reason,
    action: 'Reconcile',
    fact,
    key: reason,
  }
}
