import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { balloon } from '../../names.ts'
import { type Amounts, equal, floor, type Resource, resources, smaller, subtract } from '../../pods/amounts.ts'
import { allocatedOf, type Requests, requestsOf } from '../../pods/requests.ts'
import type { NodeSize } from '../model/node-size.ts'
import { resizableBalloon } from '../model/resizable.ts'
import { ShrinkNotConfirmable } from '../model/size-messages.ts'
import { type DesiredSize, isBroken, type StoredSize } from './desired-size.ts'
import { desiredBalloon, within } from './drift.ts'
import { lastResizer } from './last-resizer.ts'
import {
  AllocatableWillShrink,
  BornTooLarge,
  ChangedRecently,
  DesiredSizeInvalid,
  DesiredSizeReached,
  NoDesiredSize,
  NodeOvercommitted,
  type NoopReason,
  NoRoomForDesiredSize,
  NotResizableNow,
  ResizedByOther,
  ResizeNotGrantedInTime,
  ResizePending,
  type ResizeReason,
  SizeRestored,
} from './reconcile-messages.ts'

/** What is known of one node. */
export interface Situation {
  readonly size: NodeSize
  /** undefined: the node has no desired size. */
  readonly stored: StoredSize | undefined
  /** The agent of the node announces that it will restart the kubelet with less allocatable, and waits for the balloon. */
  readonly willShrink: boolean
  /** For how long the desired size and the balloon have been as they are, in milliseconds, as this program has seen them. */
  readonly unchangedMs: number
}

/** What to do with one node now, and why. */
export type Action =
  /** `revert`: to what the kubelet has granted; it cannot refuse that. `fit`: no kubelet has it yet. */
  | { readonly kind: 'resize' | 'revert' | 'fit'; readonly pod: Pod; readonly to: Amounts; readonly why: ResizeReason }
  /** `againMs`: when to decide anew though nothing changes. */
  | { readonly kind: 'noop'; readonly why: NoopReason; readonly againMs?: number }

/** What a person changes who sets a size: the desired size and the balloon, as text. It stays the same for `unchangedMs`. */
export function stateOf({ balloonState }: NodeSize, { text }: StoredSize): string {
  const uid = 'pod' in balloonState ? balloonState.pod.metadata.uid : ''
  const requests = 'requests' in balloonState ? balloonState.requests.text : {}
  return JSON.stringify([text, balloonState.kind === 'several' ? '' : uid, requests])
}

/** Milliseconds that a change stands first: whoever made it, such as `nodesize set`, is still at work. */
export const settleMs = 10_000
/**
 * Milliseconds for the kubelet to grant a resize: longer than the pause after which a kubelet tries a deferred one again
 * (3 minutes).
 */
export const grantMs = 300_000

/** The field managers that resize for a desired size. */
const ours: readonly string[] = [balloon.fieldManager]

/**
 * Decides about one node. Never by force: a balloon grows only into free room, and gives back at once what other pods
 * need. Nobody is overruled who resized the balloon by other means.
 */
export function reconcile(situation: Situation): Action {
  const { size, stored } = situation
  const subject = nodeSubject(size.node.name)
  if (stored === undefined) return noop(NoDesiredSize({ subject }))
  const { desired } = stored
  if (isBroken(desired)) return noop(DesiredSizeInvalid({ subject, problems: desired.problems }))
  const smallerBirth = reconcileUnscheduled(situation, desired)
  if (smallerBirth !== undefined) return smallerBirth
  const present = resizableBalloon(size)
  if (present.verb === 'refuse') return noop(NotResizableNow({ subject, because: present.fact }))
  const granted = allocatedOf(present.pod)
  const { kind } = size.balloonState
  if (kind !== 'settled' && kind !== 'applying' && granted !== undefined)
    return reconcilePending(situation, { pod: present.pod, granted })
  const resizer = lastResizer(present.pod)
  if (resizer !== undefined && !ours.includes(resizer.manager)) return noop(ResizedByOther({ subject, ...resizer }))
  return reconcileSettled(situation, { ...present, desired })
}

const noop = (why: NoopReason, againMs?: number): Action => ({
  kind: 'noop',
  why,
  ...(againMs !== undefined && { againMs }),
})

/** A larger balloon is counted before it is granted. One that was given up, or that is in the way, is reverted. */
function reconcilePending(
  { size, willShrink, unchangedMs }: Situation,
  { pod, granted }: { readonly pod: Pod; readonly granted: Amounts },
): Action {
  const subject = nodeSubject(size.node.name)
  const isLarger = resources.some((resource) => size.balloon[resource] > granted[resource])
  if (!isLarger) return noop(ResizePending({ subject }))
  if (willShrink) return { kind: 'revert', pod, to: granted, why: AllocatableWillShrink({ subject }) }
  if (unchangedMs >= grantMs) return { kind: 'revert', pod, to: granted, why: ResizeNotGrantedInTime({ subject }) }
  return noop(ResizePending({ subject }), grantMs - unchangedMs)
}

/**
 * A balloon that finds no room is made as small as the room, which the API server permits until it is bound: a node
 * without a balloon has its full size. undefined: its size is not what keeps it from the node.
 */
function reconcileUnscheduled({ size, willShrink }: Situation, desired: DesiredSize): Action | undefined {
  const { balloonState, allocatable, node } = size
  if (balloonState.kind !== 'pending' || balloonState.schedulerMessage === undefined) return undefined
  const held = requestsOf(balloonState.pod)?.amounts
  if (held === undefined || resources.some((resource) => allocatable[resource] <= 0n)) return undefined
  const room = within(willShrink ? floor : desiredBalloon(desired, allocatable), size)
  const to = smaller(held, room)
  if (equal(to, held)) return undefined
  const why = BornTooLarge({ subject: nodeSubject(node.name) })
  return { kind: 'fit', pod: balloonState.pod, to, why }
}

interface Settled {
  readonly pod: Pod
  readonly requests: Requests
  readonly desired: DesiredSize
}

function reconcileSettled(situation: Situation, { pod, requests: { amounts: held }, desired }: Settled): Action {
  const { size, willShrink, unchangedMs } = situation
  const subject = nodeSubject(size.node.name)
  const balloon = willShrink ? floor : desiredBalloon(desired, size.allocatable)
  const to = within(balloon, size)
  const short = resources.filter((resource) => to[resource] < balloon[resource])
  if (equal(to, held))
    return short.length === 0
      ? noop(DesiredSizeReached({ subject }))
      : noop(NoRoomForDesiredSize({ subject, resources: short, missing: subtract(balloon, to) }))
  const urgent = urgencyOf(situation, to)
  if (urgent === undefined && unchangedMs < settleMs) return noop(ChangedRecently({ subject }), settleMs - unchangedMs)
  if (!size.node.ready && resources.some((resource) => to[resource] > held[resource]))
    return noop(NotResizableNow({ subject, because: ShrinkNotConfirmable({ subject }) }))
  return { kind: 'resize', pod, to, why: (urgent ?? SizeRestored)({ subject }) }
}

/** Why room must be given back at once. */
function urgencyOf({ size, willShrink }: Situation, to: Amounts) {
  const gives = (resource: Resource): boolean => to[resource] < size.balloon[resource]
  if (resources.some((resource) => gives(resource) && size.free[resource] < 0n)) return NodeOvercommitted
  return willShrink && resources.some(gives) ? AllocatableWillShrink : undefined
}
