import type { Fact, Subject } from '../fact.ts'
import type { Amounts, Resource } from '../sizing/amounts.ts'
import type { ObstacleFact } from '../sizing/size-fact.ts'

type Node = { readonly subject: Subject }

/** Why the balloon of a node is resized. */
export type ResizeReason = Node &
  /** It holds less or more than the wish, and there is room. */
  (
    | { readonly reason: 'SizeRestored' }
    /** Other pods request more than the size of the node. */
    | { readonly reason: 'NodeOvercommitted' }
    /** The agent of the node is about to lower allocatable. */
    | { readonly reason: 'AllocatableWillShrink' }
    /** The kubelet has not granted a resize for too long: pods wait for room that nobody uses. */
    | { readonly reason: 'ResizeNotGrantedInTime' }
    /** The balloon was created larger than the room of its node, so that it waits for the scheduler. */
    | { readonly reason: 'BornTooLarge' }
  )

/** Why nothing is done with a node. */
export type StandReason = Node &
  (
    | { readonly reason: 'NoWish' }
    | { readonly reason: 'WishFulfilled' }
    | { readonly reason: 'WishBroken'; readonly problems: readonly Fact[] }
    | { readonly reason: 'NotResizableNow'; readonly because: ObstacleFact }
    | { readonly reason: 'ResizePending' }
    /** Somebody resized the balloon past the wish. A person or an autoscaler is not overruled. */
    | { readonly reason: 'ResizedByOther'; readonly manager: string; readonly at: string }
    /** There is less free room than the balloon needs. */
    | { readonly reason: 'NoRoomForWish'; readonly resources: readonly Resource[]; readonly missing: Amounts }
    /** Whoever made the change completes it first. */
    | { readonly reason: 'ChangedRecently' }
  )

export type ReconcileFact = ResizeReason | StandReason
