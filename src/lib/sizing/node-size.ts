import type { Node } from '../api/node.ts'
import type { Pod } from '../api/pod.ts'
import { allocatedRequests, effectiveRequests } from './accounting.ts'
import { type Amounts, amountsOf, subtract, sum } from './amounts.ts'
import { type BalloonState, bearsLabel, type Installation, isBalloon, nodeOf, stateOfBalloons } from './balloon.ts'
import { canResizePods, leastKubelet } from './kubelet-release.ts'

export type NodeState =
  | 'Ready'
  | 'Resizing'
  | 'Deferred'
  | 'Infeasible'
  | 'Starting'
  | 'Pending'
  | 'Terminating'
  | 'Missing'
  | 'Conflict'
  | 'NodeNotReady'
  | 'NotSupported'
  | 'NotManaged'

/** A pod that takes room on a node and is no balloon. */
export interface Occupant {
  /** namespace/name. */
  readonly name: string
  readonly requests: Amounts
}

export interface NodeSize {
  readonly node: Node
  readonly allocatable: Amounts
  /** What balloons hold. */
  readonly balloon: Amounts
  /** allocatable - balloon: how large the node is for everybody else. */
  readonly size: Amounts
  /** What all other pods hold, as the scheduler counts. */
  readonly used: Amounts
  /** size - used; negative when more is in use than there is. */
  readonly free: Amounts
  /** What the kubelet has granted to all other pods; less than used while pods wait to be resized. */
  readonly granted: Amounts
  readonly occupants: readonly Occupant[]
  /** namespace/name of pods that bear the label of a balloon and are none. They count as used. */
  readonly impostors: readonly string[]
  readonly state: NodeState
  /** Why it is in this state, in words; empty when it is Ready. */
  readonly reason: string
  readonly balloonState: BalloonState
}

interface Cluster {
  readonly node: Node
  /** Any pods, those of the node among them; those that have finished or run elsewhere do not count. */
  readonly pods: readonly Pod[]
  /** undefined: nodesize is not installed. */
  readonly installation: Installation | undefined
}

/** Terminating pods count until they are gone; pods that are not bound to the node do not. */
export function measure({ node, pods, installation }: Cluster): NodeSize {
  const here = pods.filter((pod) => nodeOf(pod) === node.name && isActive(pod))
  const balloons = here.filter((pod) => installation !== undefined && isBalloon(pod, installation))
  const others = here.filter((pod) => isBound(pod) && !balloons.includes(pod))
  const balloonState = stateOfBalloons(balloons)
  return {
    node,
    ...account(node, balloons.filter(isBound), others),
    impostors: others.filter(bearsLabel).map(nameOf),
    balloonState,
    ...explain(node, balloonState, installation),
  }
}

const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`

const isActive = ({ status }: Pod): boolean => status?.phase !== 'Succeeded' && status?.phase !== 'Failed'

const isBound = ({ spec }: Pod): boolean => spec.nodeName !== undefined

function account(node: Node, balloons: readonly Pod[], others: readonly Pod[]) {
  const occupants = others.map((pod) => ({ name: nameOf(pod), requests: effectiveRequests(pod) }))
  const allocatable = amountsOf(node.allocatable)
  const balloon = sum(balloons.map(effectiveRequests))
  const size = subtract(allocatable, balloon)
  const used = sum(occupants.map(({ requests }) => requests))
  const granted = sum(others.map(allocatedRequests))
  return { allocatable, balloon, size, used, free: subtract(size, used), granted, occupants }
}

interface Explained {
  readonly state: NodeState
  readonly reason: string
}

function explain(node: Node, balloonState: BalloonState, installation: Installation | undefined): Explained {
  const { kind } = balloonState
  if (kind === 'several') return explainBalloon(balloonState)
  const unmanaged = kind === 'none' ? whyNotManaged(node, installation) : undefined
  if (unmanaged !== undefined) return { state: 'NotManaged', reason: unmanaged }
  if (!canResizePods(node.kubeletVersion)) return { state: 'NotSupported', reason: tooOld(node) }
  if (!node.ready) return { state: 'NodeNotReady', reason: 'the node is not ready' }
  return explainBalloon(balloonState)
}

const tooOld = ({ kubeletVersion }: Node): string => `its kubelet is ${kubeletVersion}: ${leastKubelet} is needed`

function whyNotManaged({ operatingSystem, labels }: Node, installation: Installation | undefined): string | undefined {
  if (installation === undefined) return 'nodesize is not installed'
  if (operatingSystem !== 'linux') return `nodes with ${operatingSystem} cannot be resized`
  const missing = Object.entries(installation.nodeSelector).find(([key, value]) => labels[key] !== value)
  return missing === undefined ? undefined : `the node lacks the label ${missing.join('=')}`
}

function explainBalloon(state: BalloonState): Explained {
  switch (state.kind) {
    case 'none':
      return { state: 'Missing', reason: 'the node has no balloon' }
    case 'several':
      return {
        state: 'Conflict',
        reason: `the node has ${state.pods.length} balloons: ${state.pods.map(nameOf).join(', ')}`,
      }
    case 'pending':
      return { state: 'Pending', reason: whyPending(state.pod) }
    case 'terminating':
      return { state: 'Terminating', reason: 'the balloon is being replaced' }
    case 'starting':
      return { state: 'Starting', reason: 'the kubelet has not started the balloon' }
    case 'resizing':
      return { state: 'Resizing', reason: 'the kubelet has not granted the new size' }
    case 'deferred':
      return { state: 'Deferred', reason: state.message }
    case 'infeasible':
      return { state: 'Infeasible', reason: state.message }
    case 'settled':
      return { state: 'Ready', reason: '' }
  }
}

const whyPending = ({ status }: Pod): string =>
  status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message ?? 'the balloon is not scheduled'
