import type { AgentNode } from '../agent/ports/agent-node.ts'
import type { Enrollment } from '../agent/ports/enrollment.ts'
import type { ClusterCollections, ClusterPorts } from '../cluster/ports/cluster.ts'
import type { Events } from '../cluster/ports/events.ts'
import type { Leases } from '../cluster/ports/leases.ts'
import type { Names } from '../cluster/ports/names.ts'
import type { DocumentCollections, DocumentPorts } from '../documents/ports/cluster.ts'
import type { PodSigns } from '../rollouts/ports/pod-signs.ts'
import type { Probes } from '../rollouts/ports/probes.ts'
import type { Rollouts } from '../rollouts/ports/rollouts.ts'
import type { SizeCollections, SizePorts } from '../sizes/ports/cluster.ts'
import type { Webhooks } from '../webhook/ports/webhook.ts'

/** The ports of every feature. */
export interface Cluster extends ClusterPorts, DocumentPorts, SizePorts {
  readonly rollouts: Rollouts
  readonly podSigns: PodSigns
  readonly probes: Probes
  readonly webhooks: Webhooks
  leasesIn(namespace: string): Leases
}

export type Collections = ClusterCollections & DocumentCollections & SizeCollections

/** An open cluster, with everything that long-running programs and completion need. */
export interface OpenCluster extends Cluster {
  /** The URL of the API server. */
  readonly server: string
  /** The context of the kubeconfig; undefined: there is none, as in a pod. */
  readonly context: string | undefined
  readonly collections: Collections
  readonly leases: Leases
  readonly events: Events
  readonly enrollment: Enrollment
  readonly names: Names
  /** The Node with this name, for its agent. */
  agentNode(name: string): AgentNode
  /**
   * Ends connections, watches and timers. Calls in progress are interrupted, and later ones fail (Failure
   * 'interrupted'). Closing twice is harmless.
   */
  close(): void
}
