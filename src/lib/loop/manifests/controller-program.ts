import type { Right } from '../../admission/right.ts'
import type { ObjectBody } from '../../api/object.ts'

/** A program that runs in the cluster, in replicas of which one acts. */
export interface ControllerProgram {
  /** Of its Deployment, ServiceAccount, roles, Lease, PriorityClass and so on. */
  readonly name: string
  readonly container: string
  readonly command: string
  readonly arguments: readonly string[]
  readonly metricsPort: number
  readonly healthPort: number
  /** Where API servers ask it; undefined: they do not. */
  readonly webhookPort?: number | undefined
  /** How long a replica that is told to end may take. */
  readonly endsWithinSeconds: number
  readonly rights: readonly Right[]
  /** What limits its rights, and what else has to be there before it runs. */
  readonly policies: readonly ObjectBody[]
  /** For the PriorityClass: whose class it is. */
  readonly belongsTo: string
}

export interface ControllerOptions {
  readonly namespace: string
  /** Whether the namespace is made with it. */
  readonly createNamespace: boolean
  readonly image: string
  readonly replicas: number
  /** Labels of the nodes that it may run on; undefined: those of the control plane. */
  readonly nodeSelector: Readonly<Record<string, string>> | undefined
  /** Of Prometheus: it alone reaches the metrics. undefined: nobody does. */
  readonly monitoringNamespace: string | undefined
}
