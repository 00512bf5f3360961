import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { allocatedRequests, effectiveRequests } from '../../pods/accounting.ts'
import { type Amounts, amountsOf, none, smaller, subtract, sum } from '../../pods/amounts.ts'
import { hasBalloonLabel } from '../../pods/balloon-label.ts'
import { type BalloonState, isBalloon, nodeOf, stateOfBalloons } from './balloon.ts'
import type { Installation, NotInstalled } from './installation.ts'
import { explain, type NodeState, nameOf } from './node-state.ts'
import type { Owner, StateFact } from './size-messages.ts'

/** A pod other than the balloon that requests resources of a node. */
export interface Occupant {
  /** namespace/name. */
  readonly name: string
  readonly requests: Amounts
  readonly owner: Owner | undefined
}

export interface NodeSize {
  readonly node: Node
  readonly allocatable: Amounts
  /** What the balloons request. */
  readonly balloon: Amounts
  /** allocatable - balloon: what the node has for all other pods. */
  readonly size: Amounts
  /** What all other pods request, as the scheduler counts it. */
  readonly requested: Amounts
  /** size - requested; negative when more is requested than the node has. */
  readonly free: Amounts
  /** What the kubelet has granted to all other pods; less than requested while pods wait to be resized. */
  readonly granted: Amounts
  readonly occupants: readonly Occupant[]
  /** namespace/name of pods that have the balloon label but are not balloons. They count as requested. */
  readonly unmanagedPods: readonly string[]
  readonly state: NodeState
  /** undefined: the node is Ready. */
  readonly why: StateFact | undefined
  readonly balloonState: BalloonState
}

/** What new pods can get: nothing of a node that is cordoned. Negative when more is requested than the node has. */
export const freeForPods = ({ node, free }: Pick<NodeSize, 'node' | 'free'>): Amounts =>
  node.scheduling.unschedulable ? smaller(free, none) : free

/** The same without the pods, of which a cluster has many. */
export type NodeTotals = Omit<NodeSize, 'occupants'>

interface Cluster {
  readonly node: Node
  /**
   * Any pods, including those of the node; finished pods and pods of other nodes are not counted. Of two reads side by side, one
   * may have a pod before it was bound, and the other one after: it counts once, as bound.
   */
  readonly pods: readonly Pod[]
  readonly installation: Installation | NotInstalled
}

/** Terminating pods count until they are deleted; pods that are not bound to the node do not count. */
export function measure({ node, pods, installation }: Cluster): NodeSize {
  const all = once(pods.filter((pod) => nodeOf(pod) === node.name))
  const here = all.filter(isActive)
  const isOurs = (pod: Pod): boolean => 'daemonSetUid' in installation && isBalloon(pod, installation)
  const balloons = here.filter(isOurs)
  const others = here.filter((pod) => isBound(pod) && !balloons.includes(pod))
  const balloonState = stateOfBalloons(balloons, all.filter(hasFailed).filter(isOurs))
  return {
    node,
    ...account(node, balloons.filter(isBound), others),
    unmanagedPods: others.filter(hasBalloonLabel).map(nameOf),
    balloonState,
    ...explain(node, balloonState, installation),
  }
}

function once(pods: readonly Pod[]): readonly Pod[] {
  if (pods.every(isBound)) return pods
  const bound = new Set(pods.filter(isBound).map(nameOf))
  return pods.filter((pod) => isBound(pod) || !bound.has(nameOf(pod)))
}

function ownerOf({ metadata }: Pod): Owner | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
  return owner && { kind: owner.kind, name: owner.name }
}

const hasFailed = ({ status }: Pod): boolean => status?.phase === 'Failed'

const isActive = ({ status }: Pod): boolean => status?.phase !== 'Succeeded' && status?.phase !== 'Failed'

const isBound = ({ spec }: Pod): boolean => spec.nodeName !== undefined

function account(node: Node, balloons: readonly Pod[], others: readonly Pod[]) {
  const occupants = others.map((pod) => ({ name: nameOf(pod), requests: effectiveRequests(pod), owner: ownerOf(pod) }))
  const allocatable = amountsOf(node.allocatable)
  const balloon = sum(balloons.map(effectiveRequests))
  const size = subtract(allocatable, balloon)
  const requested = sum(occupants.map(({ requests }) => requests))
  const granted = sum(others.map(allocatedRequests))
  return { allocatable, balloon, size, requested, free: subtract(size, requested), granted, occupants }
}
