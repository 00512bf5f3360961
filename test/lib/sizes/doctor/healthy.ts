import type { ClusterSeen } from '../../../../src/lib/sizes/doctor/cluster-seen.ts'
import { readCluster } from '../../../../src/lib/sizes/doctor/read-cluster.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons } from '../resize/balloons.ts'

/** Two nodes with balloons, whose kubelets have nothing but defaults. */
export async function healthyCluster(): Promise<InProcess> {
  const world = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b' })
  const body = await configzWith()
  world.mishap = ({ path }) => (path.endsWith('/configz') ? { kind: 'answer', status: 200, body } : undefined)
  return world
}

export const lookAt = (world: InProcess, ...names: readonly string[]): Promise<ClusterSeen> =>
  readCluster(world, names, limits)
