import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import type { Nodes } from '../../cluster/ports/nodes.ts'
import { effectiveRequests } from '../../pods/accounting.ts'
import { type Amounts, add, none, subtract } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import type { StoredSize } from '../desired/desired-size.ts'
import { isBalloon, nodeOf } from '../model/balloon.ts'
import type { Installation, NotInstalled } from '../model/installation.ts'
import { measure, type NodeSize } from '../model/node-size.ts'

/** What is known of the nodes of a cluster, besides their pods. */
export interface Snapshot {
  readonly installation: Installation | NotInstalled
  node(name: string): Node | undefined
  desiredOf(node: string): StoredSize | undefined
  /** Every pod with the balloon label, bound or not. */
  readonly balloons: Iterable<Pod>
}

/** Measures a node from the pods that are bound to it. No list by node has a balloon that does not fit, or that failed. */
export function sizeOn(
  { installation, balloons }: Pick<Snapshot, 'installation' | 'balloons'>,
  node: Node,
  bound: readonly Pod[],
): NodeSize {
  const known = new Set(bound.map(({ metadata }) => metadata.uid))
  const others = [...balloons].filter((pod) => nodeOf(pod) === node.name && !known.has(pod.metadata.uid))
  const unbound = others.filter(({ spec, status }) => spec.nodeName === undefined || status?.phase === 'Failed')
  return measure({ node, pods: [...bound, ...unbound], installation })
}

/** What the pods other than the balloon request, by node. */
export type Requested = ReadonlyMap<string, Amounts>

/** One pass over all pods, which keeps none of them. */
export function requestedByNode(
  nodes: Pick<Nodes, 'foldPods'>,
  installation: Installation | NotInstalled,
  limits: Limits,
): Promise<Requested> {
  const isOurs = (pod: Pod): boolean => 'daemonSetUid' in installation && isBalloon(pod, installation)
  const count = (sum: Map<string, Amounts>, pod: Pod): void => {
    const { nodeName } = pod.spec
    if (nodeName === undefined || isOurs(pod)) return
    sum.set(nodeName, add(sum.get(nodeName) ?? none, effectiveRequests(pod)))
  }
  return nodes.foldPods(() => new Map<string, Amounts>(), count, limits)
}

/** Measures a node from its balloons and the sum of the other pods. It does not have their names. */
export function sizeFromSum(
  { installation, node }: Pick<Snapshot, 'installation'> & { readonly node: Node },
  balloons: readonly Pod[],
  requested: Amounts = none,
): NodeSize {
  const size = measure({ node, pods: balloons, installation })
  return { ...size, requested, free: subtract(size.size, requested) }
}
