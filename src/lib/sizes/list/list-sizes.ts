import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Fact } from '../../message/fact.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import type { StoredSize } from '../desired/desired-size.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import { nodeOf } from '../model/balloon.ts'
import type { NodeTotals } from '../model/node-size.ts'
import { addPod, measureSums, type PodSumsByNode } from '../model/pod-sums.ts'
import type { Cluster } from '../ports/cluster.ts'
import { readUsage, type UsageRead } from '../resize/check-usage.ts'
import { readInstallation } from '../resize/installations.ts'
import { readDesiredSizes } from '../resize/read-desired-sizes.ts'
import { inOrder, maxSingleReads, warningsOn } from '../resize/survey.ts'

/** What a list of sizes is to have besides the sizes; each is one more read, at the same time. */
export interface ListedParts {
  readonly desiredSizes?: boolean
  readonly usage?: boolean
}

export interface ListedSize extends NodeTotals {
  /** What is stored for the node; null: nothing is. undefined: it was not read, or the user may not read it. */
  readonly stored?: StoredSize | null | undefined
  /** The note about its machine, as it is stored; null and undefined as above. */
  readonly machine?: string | null | undefined
  /** What the whole node uses, with what runs outside of pods. undefined: it was not read, or is not measured. */
  readonly used?: Amounts | undefined
}

export interface SizeListing {
  /** In the order of the requested names; otherwise by name. */
  readonly sizes: readonly ListedSize[]
  /** Names of nodes that do not exist. */
  readonly unknown: readonly string[]
  /** Pods that look like balloons, or an installation in another namespace. */
  readonly warnings: readonly Fact[]
  /** Why usage is not known. */
  readonly notes: readonly Fact[]
}

/** Reads the sizes of nodes. Of the pods, it keeps only what they add up to: a cluster may have 150 000. */
export async function listSizes(
  cluster: Cluster,
  selection: NodeSelection,
  parts: ListedParts,
  limits: Limits,
): Promise<SizeListing> {
  const [installation, { nodes, sums }, balloons, desiredSizes, usage] = await concurrently([
    readInstallation(cluster, limits),
    readNodes(cluster, selection, limits),
    cluster.balloons.listNotRunning(limits),
    parts.desiredSizes === true ? readDesiredSizes(cluster, selection, limits) : Promise.resolve(undefined),
    parts.usage === true ? readUsage(cluster, selection, limits) : Promise.resolve<UsageRead | undefined>(undefined),
  ])
  // No list by node has them: for example a balloon that does not fit.
  const unbound = balloons.pods.filter((pod) => pod.spec.nodeName === undefined || pod.status?.phase === 'Failed')
  const unboundByNode = Map.groupBy(unbound, nodeOf)
  const nothing =
    desiredSizes === undefined || desiredSizes.missing?.reason === 'DesiredSizesNotRead' ? undefined : null
  const sizes = nodes.map(
    (node): ListedSize => ({
      ...measureSums(sums.get(node.name), unboundByNode.get(node.name) ?? [], { node, installation }),
      stored: desiredSizes?.buckets.get(bucketOf(node.name))?.desiredSizes.get(node.name) ?? nothing,
      machine: desiredSizes?.buckets.get(bucketOf(node.name))?.machines.get(node.name) ?? nothing,
      used: usage?.used?.get(node.name),
    }),
  )
  const notes = usage?.unknown === undefined ? [] : [usage.unknown]
  return { ...inOrder(sizes, selection), warnings: warningsOn(sizes), notes }
}

interface Read {
  readonly nodes: readonly Node[]
  readonly sums: PodSumsByNode
}

async function readNodes(cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<Read> {
  if (selection.by === 'label') {
    const nodes = await cluster.nodes.list({ labelSelector: selection.selector }, limits)
    const names = nodes.map(({ name }) => name)
    return { nodes, sums: await podSums(cluster, names, limits) }
  }
  const names = selection.by === 'name' ? [...new Set(selection.names)] : undefined
  const [nodes, sums] = await concurrently([
    names === undefined || names.length > maxSingleReads
      ? cluster.nodes.list({}, limits)
      : concurrently(names.map((name) => cluster.nodes.read(name, limits))),
    podSums(cluster, names, limits),
  ])
  return { nodes: nodes.filter((node) => node !== undefined), sums }
}

async function podSums(
  { nodes }: Cluster,
  names: readonly string[] | undefined,
  limits: Limits,
): Promise<PodSumsByNode> {
  const begin = (): PodSumsByNode => new Map()
  if (names === undefined || names.length > maxSingleReads) return nodes.foldPods(begin, addPod, limits)
  const sums = begin()
  for (const pod of (await concurrently(names.map((name) => nodes.pods(name, limits)))).flat()) addPod(sums, pod)
  return sums
}
