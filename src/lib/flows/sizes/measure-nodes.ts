import type { Pod } from '../../api/pod.ts'
import { Failure } from '../../failure.ts'
import { balloon } from '../../names.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Installation } from '../../sizing/balloon.ts'
import { measure, type NodeSize } from '../../sizing/node-size.ts'
import { together } from '../together.ts'

interface DaemonSetSpec {
  readonly template?: {
    readonly spec?: { readonly priorityClassName?: string; readonly nodeSelector?: Readonly<Record<string, string>> }
  }
}

/** Whose pods are balloons; undefined when nodesize is not installed in this namespace. */
export async function readInstallation(cluster: Cluster, limits: Limits): Promise<Installation | undefined> {
  const { namespace } = cluster.balloons
  const metadata = { name: balloon.daemonSet, namespace }
  const found = await cluster.objects.read({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata }, limits)
  const uid = found?.metadata.uid
  if (found === undefined || uid === undefined) return undefined
  const { priorityClassName, nodeSelector = {} } = (found['spec'] as DaemonSetSpec).template?.spec ?? {}
  return { namespace, daemonSetUid: uid, priorityClass: priorityClassName ?? '', nodeSelector }
}

/** Pods on their way to a node, which no node lists yet: a balloon that does not fit is one of them. */
const unboundBalloons = async (cluster: Cluster, limits: Limits): Promise<readonly Pod[]> =>
  (await cluster.balloons.list(limits)).filter((pod) => pod.spec.nodeName === undefined)

export const nodeNotFound = (...names: readonly string[]): Failure =>
  new Failure('invalid', names.length === 1 ? `node '${names[0]}' not found` : `nodes not found: ${names.join(', ')}`, {
    suggestions: ['nodesize get lists the nodes there are'],
  })

/** One node that must exist. */
export async function measureNode(cluster: Cluster, name: string, limits: Limits): Promise<NodeSize> {
  const found = await findNode(cluster, name, limits)
  if (found === undefined) throw nodeNotFound(name)
  return found
}

export async function findNode(cluster: Cluster, name: string, limits: Limits): Promise<NodeSize | undefined> {
  const [installation, node, pods, unbound] = await together([
    readInstallation(cluster, limits),
    cluster.nodes.read(name, limits),
    cluster.nodes.pods(name, limits),
    unboundBalloons(cluster, limits),
  ])
  return node && measure({ node, pods: [...pods, ...unbound], installation })
}

/** One read of everything, whatever the number of nodes. */
export async function measureNodes(
  cluster: Cluster,
  labelSelector: string | undefined,
  limits: Limits,
): Promise<readonly NodeSize[]> {
  const query = labelSelector === undefined ? {} : { labelSelector }
  const [installation, nodes, pods, unbound] = await together([
    readInstallation(cluster, limits),
    cluster.nodes.list(query, limits),
    cluster.nodes.pods(undefined, limits),
    unboundBalloons(cluster, limits),
  ])
  const byNode = Map.groupBy(pods, (pod) => pod.spec.nodeName)
  return nodes.map((node) => measure({ node, pods: [...(byNode.get(node.name) ?? []), ...unbound], installation }))
}
