import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { type Amounts, formatAmount, type Resource } from '../../pods/amounts.ts'
import { nodeOf, type ObstacleFact } from '../model/size-messages.ts'

type Node = { readonly subject: Subject }

/** Why the balloon of a node is resized. */
export type ResizeReason =
  | FactOf<typeof SizeRestored>
  | FactOf<typeof NodeOvercommitted>
  | FactOf<typeof AllocatableWillShrink>
  | FactOf<typeof ResizeNotGrantedInTime>
  | FactOf<typeof BornTooLarge>

/** Why nothing is done with a node. */
export type NoopReason =
  | FactOf<typeof NoDesiredSize>
  | FactOf<typeof DesiredSizeReached>
  | FactOf<typeof DesiredSizeInvalid>
  | FactOf<typeof NotResizableNow>
  | FactOf<typeof ResizePending>
  | FactOf<typeof ResizedByOther>
  | FactOf<typeof NoRoomForDesiredSize>
  | FactOf<typeof ChangedRecently>

export const SizeRestored = message('SizeRestored', (fact: Node) => `${nodeOf(fact)}: gets its size back`)

/** Other pods request more than the size of the node. */
export const NodeOvercommitted = message(
  'NodeOvercommitted',
  (fact: Node) => `${nodeOf(fact)}: its pods request more than its size`,
)

/** The agent of the node is about to lower allocatable. */
export const AllocatableWillShrink = message(
  'AllocatableWillShrink',
  (fact: Node) => `${nodeOf(fact)}: its kubelet is about to restart with less allocatable`,
)

/** The kubelet has not granted a resize for too long: pods wait for room that nobody uses. */
export const ResizeNotGrantedInTime = message(
  'ResizeNotGrantedInTime',
  (fact: Node) => `${nodeOf(fact)}: its kubelet does not grant the resize`,
)

/** The balloon was created larger than the room of its node, so that it waits for the scheduler. */
export const BornTooLarge = message(
  'BornTooLarge',
  (fact: Node) => `${nodeOf(fact)}: its new balloon finds no room, and gets what is free`,
)

export const NoDesiredSize = message('NoDesiredSize', (fact: Node) => `${nodeOf(fact)}: no size to keep`)

export const DesiredSizeReached = message('DesiredSizeReached', (fact: Node) => `${nodeOf(fact)}: has its size`)

export const DesiredSizeInvalid = message('DesiredSizeInvalid', (fact: Node & { problems: readonly Fact[] }) => ({
  said: `${nodeOf(fact)}: the size that it is to keep cannot be read`,
  below: fact.problems,
}))

export const NotResizableNow = message('NotResizableNow', (fact: Node & { because: ObstacleFact }) => ({
  said: `${nodeOf(fact)}: cannot be resized now`,
  because: fact.because,
}))

export const ResizePending = message('ResizePending', (fact: Node) => `${nodeOf(fact)}: waits for its kubelet`)

/** Somebody resized the balloon past the desired size. A person or an autoscaler is not overruled. */
export const ResizedByOther = message(
  'ResizedByOther',
  (fact: Node & { manager: string; at: string }) =>
    `${nodeOf(fact)}: left as it is, because ${fact.manager === '' ? 'another client' : fact.manager} resized it${fact.at === '' ? '' : ` at ${fact.at}`}`,
)

/** There is less free room than the balloon needs. */
export const NoRoomForDesiredSize = message(
  'NoRoomForDesiredSize',
  (fact: Node & { resources: readonly Resource[]; missing: Amounts }) =>
    `${nodeOf(fact)}: no room to take ${fact.resources.map((resource) => missingOf(fact.missing, resource)).join(' and ')} more`,
)

/** Whoever made the change completes it first. */
export const ChangedRecently = message('ChangedRecently', (fact: Node) => `${nodeOf(fact)}: has just been changed`)

const missingOf = (missing: Readonly<Record<Resource, bigint>>, resource: Resource): string =>
  `${formatAmount[resource](missing[resource])} ${resource}`
