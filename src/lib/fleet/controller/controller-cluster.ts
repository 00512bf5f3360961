import { guardWrites, type Unguarded } from '../../loop/leader-election/guard-writes.ts'
import type { Leadership } from '../../loop/leader-election/leader-elector.ts'
import type { OpenCluster } from '../cluster.ts'

/** What a controller needs of a cluster. */
export type ControllerCluster = Pick<
  OpenCluster,
  'now' | 'rollouts' | 'podSigns' | 'probes' | 'documents' | 'access' | 'collections' | 'webhooks'
>

const unguarded: Unguarded<ControllerCluster> = {
  now: 'always',
  rollouts: { read: 'always', watch: 'always' },
  podSigns: { ofEnded: 'always', ofUnfinished: 'always' },
  probes: { list: 'always', tryLog: 'always' },
  documents: { read: 'always', list: 'always', watch: 'always' },
  access: {
    whoAmI: 'always',
    may: 'always',
    serverVersion: 'always',
    serves: 'always',
    groups: 'always',
    featureGates: 'always',
  },
  webhooks: { certificates: 'always', configuration: 'always' },
  // Local copies, which only read.
  collections: 'always',
}

/** The cluster as a leader may use it. */
export const leaderCluster = (cluster: ControllerCluster, leadership: Leadership): ControllerCluster => {
  const { now, rollouts, podSigns, probes, documents, access, collections, webhooks } = cluster
  const ports = { now, rollouts, podSigns, probes, documents, access, collections, webhooks }
  return guardWrites(ports, unguarded, leadership)
}
