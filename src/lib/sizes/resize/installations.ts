import type { ObjectBody } from '../../api/object.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Installation, installationOf, type NotInstalled } from '../model/installation.ts'
import type { Cluster } from '../ports/cluster.ts'

export const isOurs = ({ metadata }: ObjectBody): boolean =>
  metadata.labels?.[balloon.ownerLabel.key] === balloon.ownerLabel.value

/** The installation whose pods are balloons. Other namespaces are read only when this one has none. */
export async function readInstallation(cluster: Cluster, limits: Limits): Promise<Installation | NotInstalled> {
  const { namespace } = cluster.balloons
  const metadata = { name: balloon.daemonSet, namespace }
  const found = await cluster.objects.read({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata }, limits)
  const installation = found && installationOf(found, namespace)
  return installation ?? { namespace, elsewhere: await visibleElsewhere(cluster, limits) }
}

/** Other namespaces with an installation. */
export async function installedElsewhere(cluster: Cluster, limits: Limits): Promise<readonly string[]> {
  const all = await cluster.objects.list({ apiVersion: 'apps/v1', kind: 'DaemonSet' }, limits)
  return all
    .filter((object) => object.metadata.name === balloon.daemonSet && isOurs(object))
    .map(({ metadata }) => metadata.namespace ?? '')
    .filter((namespace) => namespace !== cluster.balloons.namespace)
}

/** Only used for a hint. A user who may only resize may not list DaemonSets; then the answer is unknown. */
export async function visibleElsewhere(cluster: Cluster, limits: Limits): Promise<readonly string[]> {
  try {
    return await installedElsewhere(cluster, limits)
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted') return []
    throw error
  }
}
