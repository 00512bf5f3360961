import type { Term } from '../../loop/leader-election/lead.ts'
import type { OpenCluster } from '../ports/cluster.ts'

/**
 * The cluster as a leader may use it: the term is asked before each write, except one that undoes a cordon. A resize that this
 * leader can no longer revert is ended by the next one, which sees that it is not granted.
 * The balloons are those of the local copy: a list of them for each node would be too much.
 */
export const guarded = (cluster: OpenCluster, { confirm }: Term): OpenCluster => ({
  ...cluster,
  balloons: {
    ...cluster.balloons,
    listNotRunning: async () => {
      const pods = cluster.collections.balloons.store.values().filter(({ status }) => status?.phase !== 'Running')
      return { pods: [...pods], resourceVersion: undefined }
    },
    resize: async (...args) => {
      confirm()
      return cluster.balloons.resize(...args)
    },
  },
  nodes: {
    ...cluster.nodes,
    schedule: async (node, wish, limits) => {
      if (wish.unschedulable) confirm()
      return cluster.nodes.schedule(node, wish, limits)
    },
  },
})
