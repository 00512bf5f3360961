import type { ClusterCollections, ClusterPorts } from '../cluster/ports/cluster.ts'
import type { Leases } from '../cluster/ports/leases.ts'
import type { Names } from '../cluster/ports/names.ts'
import type { DocumentCollections, DocumentPorts } from '../documents/ports/cluster.ts'
import type { PodSigns } from '../rollouts/ports/pod-signs.ts'
import type { Probes } from '../rollouts/ports/probes.ts'
import type { Rollouts } from '../rollouts/ports/rollouts.ts'
import type { SizePorts } from '../sizes/ports/cluster.ts'
import type { Webhooks } from '../webhook/ports/webhook.ts'

export type Collections = ClusterCollections & DocumentCollections

/** A cluster, as far as documents and agents need it. */
export interface Cluster extends ClusterPorts, DocumentPorts, SizePorts {
  readonly rollouts: Rollouts
  readonly podSigns: PodSigns
  readonly probes: Probes
  readonly webhooks: Webhooks
  leasesIn(namespace: string): Leases
}

/** With what watches and waits need. */
export interface OpenCluster extends Cluster {
  readonly collections: Collections
  readonly names: Names
}
