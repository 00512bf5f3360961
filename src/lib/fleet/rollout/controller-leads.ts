import { holderAt } from '../../api/lease.ts'
import { controller } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'

/** Whether a replica of the controller leads, by its Lease; undefined: the user may not read it. */
export async function controllerLeads(
  cluster: Pick<Cluster, 'leasesIn' | 'now'>,
  limits: Limits,
): Promise<boolean | undefined> {
  const { value, failure } = await unlessRefused(cluster.leasesIn(controller.namespace).read(controller.name, limits))
  return failure === undefined ? holderAt(value, cluster.now()) !== undefined : undefined
}
