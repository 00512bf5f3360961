import { equal } from '../../pods/amounts.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { TargetSize } from '../model/size.ts'
import type { ResizePlan } from '../plan/plan.ts'
import { type DesiredSize, type DesiredSizeStamp, isBroken, type StoredSize } from './desired-size.ts'
import { desiredBalloon } from './drift.ts'
import { lastResizer } from './last-resizer.ts'
import { nextDesiredSize, requestFor, sameDesired } from './next-desired-size.ts'

/** What becomes of the size that is stored for a node. */
export interface StoredChange {
  readonly node: string
  /** As it was read; undefined: nothing is stored. */
  readonly stored: StoredSize | undefined
  /** undefined: nothing will be stored. */
  readonly next: DesiredSize | undefined
}

interface Asked {
  readonly measured: NodeSize
  /** Without relative sizes. */
  readonly size: TargetSize
  readonly hold: HoldPolicy | undefined
  /** What becomes of the balloon. */
  readonly plan: ResizePlan
  readonly stored: StoredSize | undefined
  readonly stamp: DesiredSizeStamp
}

/** What a resize stores, the same for a plan, a dry run and the resize itself. undefined: it stays as it is. */
export function storedChange({ measured, size, hold, plan, stored, stamp }: Asked): StoredChange | undefined {
  if (plan.verb === 'refuse' && !plan.passes) return undefined
  const present = stored === undefined || isBroken(stored.desired) ? undefined : stored.desired
  // Otherwise the reconciler would claim again what was cancelled.
  const isCancelled = plan.verb === 'resize' || (present !== undefined && isLeft(present, measured))
  if (size === 'granted' && (present === undefined || !isCancelled)) return undefined
  const granted = plan.verb === 'resize' ? plan.after : measured.size
  const request = size === 'granted' ? requestFor(granted, measured.allocatable) : size
  const next = nextDesiredSize({ measured, request, hold, present, stamp })
  return isKept(stored, next) ? undefined : { node: measured.node.name, stored, next }
}

/**
 * Whether a command stored this size and ended before it resized the balloon: it is younger than the balloon, and than all resizes. One that
 * waits for room, or whose balloon was replaced, is none: it is still wanted.
 */
export function isLeft(
  { stamp, hold, amounts }: DesiredSize,
  { balloonState, allocatable, balloon }: NodeSize,
): boolean {
  if (balloonState.kind !== 'settled' || equal(desiredBalloon({ hold, amounts }, allocatable), balloon)) return false
  const { at } = stamp
  const { pod } = balloonState
  const { creationTimestamp: created } = pod.metadata
  if (at === undefined || created === undefined) return false
  return [created, lastResizer(pod)?.at ?? created].every((time) => Date.parse(at) >= Date.parse(time) + inexactMs)
}

/** Times of the API server are whole seconds, cut off, and so is the Date that the time of a desired size is told by. */
const inexactMs = 2000

/** The same, and nothing new is said about it. */
function isKept(stored: StoredSize | undefined, next: DesiredSize | undefined): boolean {
  if (stored === undefined) return next === undefined
  if (isBroken(stored.desired) || next === undefined) return false
  return sameDesired(stored.desired, next) && next.stamp.message === undefined
}
