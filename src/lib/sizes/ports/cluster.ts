import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import type { ClusterCollections, ClusterPorts } from '../../cluster/ports/cluster.ts'
import type { Collection } from '../../cluster/ports/collection.ts'
import type { Events } from '../../cluster/ports/events.ts'
import type { Leases } from '../../cluster/ports/leases.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import type { Balloons } from './balloons.ts'
import type { DesiredSizes } from './desired-sizes.ts'
import type { Usage } from './usage.ts'

export interface SizePorts {
  readonly balloons: Balloons
  readonly desiredSizes: DesiredSizes
  readonly usage: Usage
}

export interface SizeCollections {
  /** Every pod of the namespace with the balloon label, bound or not. */
  readonly balloons: Collection<Pod>
  /** The DaemonSet of the balloons in the namespace. */
  readonly daemonSets: Collection<ObjectBody>
  /** The ConfigMaps with the desired sizes of the namespace. */
  readonly desiredSizes: Collection<SizeBucket>
}

export type Collections = ClusterCollections & SizeCollections

/** A cluster, as far as sizes need it. */
export interface Cluster extends ClusterPorts, SizePorts {}

/** What resizes need. */
export interface SizingWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** With what long-running programs need. */
export interface OpenCluster extends Cluster {
  readonly collections: Collections
  readonly leases: Leases
  leasesIn(namespace: string): Leases
  readonly events: Events
}
