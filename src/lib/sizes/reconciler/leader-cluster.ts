import { guardWrites, type Unguarded } from '../../loop/leader-election/guard-writes.ts'
import type { Leadership } from '../../loop/leader-election/leader-elector.ts'
import type { Cluster, Collections } from '../ports/cluster.ts'

/** A cluster, with the local copies that a reconciler follows. */
export interface ReconcilerCluster extends Cluster {
  readonly collections: Collections
}

/**
 * The reads, and the write that undoes a cordon. A resize that this leader can no longer revert is ended by the next one,
 * which sees that it is not granted.
 */
const unguarded: Unguarded<ReconcilerCluster> = {
  now: 'always',
  nodes: {
    read: 'always',
    list: 'always',
    schedule: (_node, { unschedulable }) => !unschedulable,
    configz: 'always',
    leaseTimes: 'always',
    pods: 'always',
    pendingPods: 'always',
    foldPods: 'always',
  },
  balloons: { read: 'always', list: 'always', listNotRunning: 'always', watch: 'always' },
  desiredSizes: { read: 'always', list: 'always' },
  objects: { read: 'always', list: 'always' },
  usage: { ofNodes: 'always' },
  access: {
    whoAmI: 'always',
    may: 'always',
    serverVersion: 'always',
    serves: 'always',
    groups: 'always',
    featureGates: 'always',
  },
  // Local copies, which only read.
  collections: 'always',
}

/**
 * The cluster as a leader may use it. The balloons are those of the local copy: a list of them for each node would be too
 * much.
 */
export const leaderCluster = (cluster: ReconcilerCluster, leadership: Leadership): ReconcilerCluster =>
  guardWrites(
    { ...cluster, balloons: { ...cluster.balloons, listNotRunning: notRunningIn(cluster) } },
    unguarded,
    leadership,
  )

const notRunningIn =
  ({ collections }: ReconcilerCluster): Cluster['balloons']['listNotRunning'] =>
  async () => {
    const pods = collections.balloons.store.values().filter(({ status }) => status?.phase !== 'Running')
    return { pods: [...pods], resourceVersion: undefined }
  }
