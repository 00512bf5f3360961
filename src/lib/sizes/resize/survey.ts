import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import { measure, type NodeSize, type NodeTotals } from '../model/node-size.ts'
import type { Cluster } from '../ports/cluster.ts'
import { readInstallation } from './installations.ts'
import {
  ClusterWithoutNodes,
  NodeNotFound,
  NodesNotFound,
  NoNodeMatches,
  NotOurBalloon,
  type ResizeTalkFact,
} from './resize-messages.ts'

export interface Survey {
  /** Every node that was read, whether it was measured or not. */
  readonly nodes: readonly Node[]
  /** In the order of the requested names; otherwise by name. */
  readonly sizes: readonly NodeSize[]
  /** Names of nodes that do not exist. */
  readonly unknown: readonly string[]
  /** Of the list of balloons: a watch from here on misses no later change of them. */
  readonly resourceVersion: string | undefined
  /** Pods that look like balloons, or an installation in another namespace. */
  readonly warnings: readonly Fact[]
}

/** With more nodes than this, one list of all pods is cheaper. */
export const maxSingleReads = 10

/** Which of the nodes that were read are to be measured, by name. */
export type WantedNodes = (nodes: readonly Node[]) => ReadonlySet<string>

/**
 * Measures nodes. Each object is read once, whatever the number of nodes, and all reads run at the same time; with `wanted`, the
 * pods after the nodes.
 */
export async function survey(
  cluster: Cluster,
  selection: NodeSelection,
  limits: Limits,
  wanted?: WantedNodes,
): Promise<Survey> {
  const [installation, { nodes, pods, others = [] }, balloons] = await concurrently([
    readInstallation(cluster, limits),
    wanted === undefined ? readNodes(cluster, selection, limits) : readWanted(cluster, wanted, limits),
    cluster.balloons.listNotRunning(limits),
  ])
  const { resourceVersion } = balloons
  // No list by node has them: for example a balloon that does not fit.
  const unbound = balloons.pods.filter((pod) => pod.spec.nodeName === undefined || pod.status?.phase === 'Failed')
  const byNode = Map.groupBy(pods, (pod) => pod.spec.nodeName)
  const sizes = nodes.map((node) =>
    measure({ node, pods: [...(byNode.get(node.name) ?? []), ...unbound], installation }),
  )
  return { ...inOrder(sizes, selection), nodes: [...nodes, ...others], resourceVersion, warnings: warningsOn(sizes) }
}

/** As they were asked for, and the names that no node has. */
export function inOrder<Size extends NodeTotals>(
  sizes: readonly Size[],
  selection: NodeSelection,
): { readonly sizes: readonly Size[]; readonly unknown: readonly string[] } {
  if (selection.by !== 'name') return { sizes, unknown: [] }
  const names = [...new Set(selection.names)]
  const byName = new Map(sizes.map((size) => [size.node.name, size]))
  return {
    sizes: names.flatMap((name) => byName.get(name) ?? []),
    unknown: names.filter((name) => !byName.has(name)),
  }
}

/** Balloons of an installation in another namespace are not unmanaged pods: they are reported once. */
export function warningsOn(sizes: readonly NodeTotals[]): readonly Fact[] {
  const elsewhere = sizes.map(({ why }) => why).find((why) => why?.reason === 'InstalledElsewhere')
  if (elsewhere !== undefined) return [elsewhere]
  return sizes.flatMap(({ node, unmanagedPods }) =>
    unmanagedPods.map((pod): ResizeTalkFact => NotOurBalloon({ subject: nodeSubject(node.name), pod })),
  )
}

/** Measures one node; rejects when it does not exist. */
export async function measureNode(cluster: Cluster, name: string, limits: Limits): Promise<NodeSize> {
  const { sizes } = await survey(cluster, { by: 'name', names: [name] }, limits)
  const [size] = sizes
  if (size === undefined) throw nodeNotFound(name)
  return size
}

export const nodeNotFound = (name: string): Failure =>
  new Failure('invalid', NodeNotFound({ subject: nodeSubject(name) }))

export function nodesNotFound([name, ...others]: readonly string[]): Failure | undefined {
  if (name === undefined) return undefined
  if (others.length === 0) return nodeNotFound(name)
  return new Failure('invalid', NodesNotFound({ names: [name, ...others] }))
}

/** Nothing done is not success: a selector with a typing mistake must not look like one. */
export const nothingSelected = (nodes: NodeSelection): Failure =>
  new Failure<ResizeTalkFact>(
    'invalid',
    nodes.by === 'label' ? NoNodeMatches({ selector: nodes.selector }) : ClusterWithoutNodes(),
  )

interface Read {
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
  /** Nodes that are not measured. */
  readonly others?: readonly Node[]
}

async function readWanted(cluster: Cluster, wanted: WantedNodes, limits: Limits): Promise<Read> {
  const all = await cluster.nodes.list({}, limits)
  const names = wanted(all)
  const pods = await podsOf(cluster, [...names], limits)
  const { true: nodes = [], false: others = [] } = Object.groupBy(all, ({ name }) => String(names.has(name)))
  return { nodes, others, pods }
}

async function readNodes(cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<Read> {
  if (selection.by === 'label') {
    const nodes = await cluster.nodes.list({ labelSelector: selection.selector }, limits)
    return {
      nodes,
      pods: await podsOf(
        cluster,
        nodes.map(({ name }) => name),
        limits,
      ),
    }
  }
  const names = selection.by === 'name' ? [...new Set(selection.names)] : undefined
  const [nodes, pods] = await concurrently([
    names === undefined || names.length > maxSingleReads
      ? cluster.nodes.list({}, limits)
      : concurrently(names.map((name) => cluster.nodes.read(name, limits))),
    podsOf(cluster, names, limits),
  ])
  return { nodes: nodes.filter((node) => node !== undefined), pods }
}

async function podsOf(cluster: Cluster, names: readonly string[] | undefined, limits: Limits): Promise<readonly Pod[]> {
  if (names === undefined || names.length > maxSingleReads) return cluster.nodes.pods(names && new Set(names), limits)
  return (await concurrently(names.map((name) => cluster.nodes.pods(name, limits)))).flat()
}

/** For people only: a server that does not say leaves it empty. */
export async function userOf({ access }: Pick<Cluster, 'access'>, limits: Limits): Promise<string> {
  const { value = '' } = await settle(access.whoAmI(limits))
  return value
}
