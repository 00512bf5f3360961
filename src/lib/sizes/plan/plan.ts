import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import {
  type Amounts,
  add,
  each,
  equal,
  formatAmount,
  larger,
  type Resource,
  resources,
  smaller,
  subtract,
} from '../../pods/amounts.ts'
import { allocatedOf, type Requests, requestsFor } from '../../pods/requests.ts'
import type { NodeSize, Occupant } from '../model/node-size.ts'
import { type Refusal, type ResizableBalloon, refuse, resizableBalloon } from '../model/resizable.ts'
import { asksForMax, resolveSize, type SizeRequest, sizeOf, type TargetSize } from '../model/size.ts'
import {
  AskedBefore,
  BalloonKeepsFloor,
  type Lack,
  NoRoom,
  type ObstacleFact,
  type OutOfRange,
  ShrinkNotConfirmable,
  SizeAboveMachine,
  type SizeNote,
  SizeOutOfRange,
} from '../model/size-messages.ts'

/** mixed: one resource of the node grows while the other shrinks. */
export type Direction = 'shrink-node' | 'grow-node' | 'mixed'

export type ResizePlan =
  | { readonly verb: 'unchanged'; readonly notes: readonly SizeNote[] }
  /** The balloon requests this size already, and the kubelet has not answered yet. */
  | {
      readonly verb: 'wait'
      readonly pod: Pod
      readonly requests: Requests
      /** The size of the node once it is granted. */
      readonly after: Amounts
      readonly notes: readonly SizeNote[]
    }
  | ResizeStep
  | Refusal

/** One atomic resize of one balloon, and the size of the node before and after it. */
export interface ResizeStep {
  readonly verb: 'resize'
  readonly pod: Pod
  readonly from: Requests
  readonly to: Requests
  /** Only making the node larger is certain to be granted. */
  readonly direction: Direction
  /** What to request again if the resize is not granted: the requests that the kubelet granted before. */
  readonly backTo: Requests
  readonly before: Amounts
  readonly after: Amounts
  readonly notes: readonly SizeNote[]
  /** It does not fit now. It is requested all the same, and waited for. */
  readonly waitsFor?: NoRoom
  /** Only a part of it fits: how much more was asked for, and what is in the way. */
  readonly missing?: { readonly amounts: Amounts; readonly because: NoRoom }
}

/**
 * What to do if pods are in the way of a node that is to become smaller: leave it as it is, request it until it fits, or
 * take what fits now.
 */
export type IfFull = 'revert' | 'wait' | 'partial'

/** The size of the node when its balloon has these requests. */
export const sizeBeside = (requests: Amounts, { before, from }: ResizeStep): Amounts =>
  subtract(add(before, from.amounts), requests)

export interface PlanOptions {
  readonly ifFull?: IfFull | undefined
  /** What the machine of the node has, if that is known from elsewhere than its kubelet: the size may not be larger. */
  readonly machine?: Amounts | undefined
}

/** Plans a resize of one node. It decides by what was measured: a pod that is bound meanwhile can make it wrong. */
export function planResize(
  nodeSize: NodeSize,
  target: TargetSize,
  { ifFull = 'revert', machine }: PlanOptions = {},
): ResizePlan {
  if (isFullAnyway(nodeSize) && (target === 'granted' || asksForMax(target))) return { verb: 'unchanged', notes: [] }
  const present = resizableBalloon(nodeSize)
  if (present.verb === 'refuse') return present
  const subject = nodeSubject(nodeSize.node.name)
  const request = target === 'granted' ? sizeOf(grantedSize(nodeSize, present)) : target
  const resolved = resolveSize(request, nodeSize)
  if (resolved.kind === 'out-of-range')
    return refuse(SizeOutOfRange({ subject, problems: resolved.problems }), 'invalid')
  const beyond = target === 'granted' ? [] : beyondMachine(request, { size: resolved.size, machine })
  if (beyond.length > 0) return refuse(SizeAboveMachine({ subject, problems: beyond }))
  const { kept } = resolved
  const notes: readonly SizeNote[] = kept.length === 0 ? [] : [BalloonKeepsFloor({ subject, kept })]
  const held = subtract(nodeSize.allocatable, resolved.size)
  const to = requestsOver(held, request, present.requests)
  if (!equal(present.requests.amounts, to.amounts)) {
    const plan = planChange(nodeSize, present, { to, notes })
    return plan.verb === 'refuse' ? unlessFull(nodeSize, present, { plan, to, notes }, ifFull) : plan
  }
  return target === 'granted' ? { verb: 'unchanged', notes } : planNothing(nodeSize, present, notes)
}

/** The resources of a size that are more than a machine has. */
const beyondMachine = (
  request: SizeRequest,
  { size, machine }: { readonly size: Amounts; readonly machine: Amounts | undefined },
): readonly OutOfRange[] =>
  resources
    .filter(
      (resource) => machine !== undefined && request[resource] !== undefined && size[resource] > machine[resource],
    )
    .map((resource) => ({ resource, target: size[resource], largest: machine![resource] }))

/** Of what is requested, only that which is granted counts. */
const grantedSize = ({ allocatable }: NodeSize, { pod, requests: { amounts } }: ResizableBalloon): Amounts =>
  subtract(allocatable, smaller(amounts, allocatedOf(pod) ?? amounts))

/** The node has neither a balloon nor another pod with its label. */
const isFullAnyway = ({ balloonState, unmanagedPods }: NodeSize): boolean =>
  balloonState.kind === 'none' && unmanagedPods.length === 0

/** A resource without a target keeps its text. */
function requestsOver(held: Amounts, request: SizeRequest, { text, amounts }: Requests): Requests {
  const isAsked = (resource: Resource): boolean => request[resource] !== undefined
  const textOf = (resource: Resource): string =>
    isAsked(resource) ? formatAmount[resource](held[resource]) : text[resource]
  return {
    text: { cpu: textOf('cpu'), memory: textOf('memory') },
    amounts: each((resource) => (isAsked(resource) ? held : amounts)[resource]),
  }
}

/** The same request again would not make the kubelet check again. */
function planNothing(
  { allocatable, balloonState: { kind }, node, why }: NodeSize,
  { pod, requests }: ResizableBalloon,
  notes: readonly SizeNote[],
): ResizePlan {
  if (kind === 'resizing' || kind === 'applying')
    return { verb: 'wait', pod, requests, after: subtract(allocatable, requests.amounts), notes }
  if ((kind !== 'deferred' && kind !== 'infeasible') || why === undefined) return { verb: 'unchanged', notes }
  return refuse(AskedBefore({ subject: nodeSubject(node.name), because: why }))
}

interface Change {
  readonly to: Requests
  readonly notes: readonly SizeNote[]
}

function planChange(nodeSize: NodeSize, present: ResizableBalloon, change: Change): ResizeStep | Refusal {
  const step = stepTo(nodeSize, present, change)
  if (step.direction === 'grow-node') return step
  const obstacle = notConfirmable(nodeSize) ?? lackOfRoom(nodeSize, step.after)
  return obstacle === undefined ? step : refuse(obstacle)
}

function stepTo(nodeSize: NodeSize, { pod, requests: from }: ResizableBalloon, { to, notes }: Change): ResizeStep {
  const granted = allocatedOf(pod) ?? from.amounts
  const grows = resources.some((resource) => to.amounts[resource] > granted[resource])
  const shrinks = resources.some((resource) => to.amounts[resource] < from.amounts[resource])
  const after = subtract(nodeSize.allocatable, to.amounts)
  const direction = grows ? (shrinks ? 'mixed' : 'shrink-node') : 'grow-node'
  const backTo = equal(granted, from.amounts) ? from : requestsFor(granted)
  return { verb: 'resize', pod, from, to, backTo, direction, before: nodeSize.size, after, notes }
}

interface Refused extends Change {
  readonly plan: Refusal
}

/** What becomes of a refusal for want of room. */
function unlessFull(nodeSize: NodeSize, present: ResizableBalloon, refused: Refused, ifFull: IfFull): ResizePlan {
  const { plan, to, notes } = refused
  if (plan.fact.reason !== 'NoRoom' || ifFull === 'revert') return plan
  const because = plan.fact
  if (ifFull === 'wait') return { ...stepTo(nodeSize, present, refused), waitsFor: because }
  const reached = requestsFor(whatFits(nodeSize, present.requests.amounts, to.amounts))
  if (equal(reached.amounts, present.requests.amounts)) return plan
  const step = planChange(nodeSize, present, { to: reached, notes })
  return step.verb === 'refuse'
    ? plan
    : { ...step, missing: { amounts: subtract(to.amounts, reached.amounts), because } }
}

/** What a balloon can request instead of `to`: never less than now, for what is asked of it is to grow. */
const whatFits = ({ allocatable, requested }: NodeSize, from: Amounts, to: Amounts): Amounts =>
  smaller(to, larger(from, subtract(allocatable, requested)))

/** Its kubelet does not answer, but the scheduler would count the larger balloon at once. */
const notConfirmable = ({ node }: NodeSize): ObstacleFact | undefined =>
  node.ready ? undefined : ShrinkNotConfirmable({ subject: nodeSubject(node.name) })

const mostNamed = 3

/**
 * Whether the other pods of a node still fit next to a growing balloon. The kubelet grants all of a resize or nothing,
 * so both must fit. Counts as the scheduler does, never less than the kubelet: a pod that waits to grow comes first.
 */
export function lackOfRoom(nodeSize: NodeSize, after: Amounts): NoRoom | undefined {
  const lacks = resources
    .filter((resource) => after[resource] < nodeSize.requested[resource])
    .map((resource) => lackOf(resource, nodeSize, after))
  return lacks.length === 0 ? undefined : NoRoom({ subject: nodeSubject(nodeSize.node.name), lacks })
}

const lackOf = (resource: Resource, { requested, free, granted, occupants }: NodeSize, after: Amounts): Lack => ({
  resource,
  target: after[resource],
  requested: requested[resource],
  free: free[resource],
  waiting: requested[resource] - granted[resource],
  pods: biggest(resource, occupants),
})

const biggest = (resource: Resource, occupants: readonly Occupant[]): Lack['pods'] =>
  occupants
    .map(({ name, owner, requests }) => ({ name, amount: requests[resource], owner }))
    .filter(({ amount }) => amount > 0n)
    .toSorted((left, right) => Number(right.amount - left.amount))
    .slice(0, mostNamed)

/**
 * The size that a node has, or gets without another request: a resize that makes it larger may be under way, and one that
 * makes it smaller may not be granted.
 */
export function pendingSizeOf({ allocatable, size, balloonState }: NodeSize): Amounts {
  if (!('requests' in balloonState)) return size
  const { pod, requests } = balloonState
  const least = smaller(requests.amounts, allocatedOf(pod) ?? requests.amounts)
  return larger(size, subtract(allocatable, least))
}
