import type { Events } from '../../cluster/ports/events.ts'
import type { ObjectEvent } from '../../loop/events/object-event.ts'
import type { Log } from '../../loop/log-line.ts'
import type { ServerAddress } from '../../loop/page-server.ts'
import { random } from '../../loop/random.ts'
import { type Replica, type ReplicaPlace, runReplica } from '../../loop/run-replica.ts'
import { controller } from '../../names.ts'
import type { Checks } from '../../rollouts/ports/checks.ts'
import { AdmissionMonitor } from './admission-monitor.ts'
import type { ControllerCluster } from './controller-cluster.ts'
import { ControllerMetrics } from './controller-metrics.ts'
import { ControllerMonitor } from './monitor.ts'
import { runController } from './run-controller.ts'
import { serveAdmission } from './serve-admission.ts'

export interface ControllerHere extends Omit<ReplicaPlace, 'events'> {
  readonly cluster: ControllerCluster & { readonly events: Events }
  /** Of the documents. */
  readonly namespace: string
  readonly setsPolicy: boolean
  /** Of the probes of that policy; undefined: it has none. */
  readonly probeImage: string | undefined
  readonly checks: Checks
  /** Where API servers ask about documents; undefined: nowhere. */
  readonly webhookAt: ServerAddress | undefined
  readonly version: string
  readonly log: Log
}

/** The controller of this process; as runReplica. */
export async function runControllerHere(here: ControllerHere, signal: AbortSignal): Promise<void> {
  const { cluster, clock, checks, namespace, setsPolicy, probeImage, webhookAt, log } = here
  const make = (record: (event: ObjectEvent) => void): Replica => {
    const metrics = new ControllerMetrics(here.version)
    const monitor = new ControllerMonitor({ clock, namespace, log, record, metrics })
    const webhook = webhookAt && new AdmissionMonitor(metrics.registry, { log, replica: metrics.replica })
    return {
      ...{ registry: metrics.registry, state: metrics.replica },
      elected: (fact) => monitor.election(fact),
      work: (leadership) =>
        runController({ cluster, clock, checks, random, monitor, setsPolicy, probeImage, webhook }, leadership),
      always: webhook && ((ended) => serveAdmission({ cluster, clock, random, monitor: webhook }, webhookAt, ended)),
    }
  }
  await runReplica({ ...here, events: cluster.events }, controller, make, signal)
}
