import type { Subject } from '../fact.ts'
import type { Resource } from './amounts.ts'
import type { Ceiling } from './ceilings.ts'

type Node = { readonly subject: Subject }

/** Why a text is not a size; the subject is the flag, by the name of its resource. */
export type SizeTextFact =
  | { readonly reason: 'SizeMissing'; readonly subject: Subject; readonly text: string }
  | { readonly reason: 'SizeIsZero'; readonly subject: Subject; readonly text: string }
  | { readonly reason: 'SizeDeltaIsZero'; readonly subject: Subject; readonly text: string }
  | { readonly reason: 'SizePercentOutOfRange'; readonly subject: Subject; readonly text: string }
  | { readonly reason: 'SizePercentRelative'; readonly subject: Subject; readonly text: string }

/** A resource for which the node cannot have the requested size. */
export interface OutOfRange {
  readonly resource: Resource
  readonly target: bigint
  /** All of allocatable except the floor of the balloon. */
  readonly largest: bigint
}

/** The controller of a pod. */
export interface Owner {
  readonly kind: string
  readonly name: string
}

/** A resource of which the pods of a node request more than would be left. */
export interface Lack {
  readonly resource: Resource
  readonly target: bigint
  readonly requested: bigint
  readonly free: bigint
  /** The part of requested for pods that wait to be resized. */
  readonly waiting: bigint
  /** The largest first; `namespace/name`. */
  readonly pods: readonly {
    readonly name: string
    readonly amount: bigint
    readonly owner?: Owner | undefined
  }[]
}

/** The namespace has no installation, but these have one. */
export interface ElsewhereFact {
  readonly reason: 'InstalledElsewhere'
  readonly namespaces: readonly string[]
}

/** Why the balloon of a node is in its state; absent if the node is Ready. */
export type StateFact = Node &
  (
    | { readonly reason: 'NotInstalled'; readonly namespace: string }
    | ElsewhereFact
    | { readonly reason: 'OperatingSystemNotSupported'; readonly operatingSystem: string }
    | { readonly reason: 'LabelMissing'; readonly label: readonly [key: string, value: string] }
    | { readonly reason: 'KubeletTooOld'; readonly kubeletVersion: string }
    | { readonly reason: 'NodeNotReady' }
    | { readonly reason: 'BalloonMissing' }
    /** As the kubelet reports it, such as OutOfcpu. */
    | {
        readonly reason: 'BalloonNotAdmitted'
        readonly kubeletReason: string
        readonly kubeletMessage: string | undefined
      }
    | { readonly reason: 'SeveralBalloons'; readonly pods: readonly string[] }
    | { readonly reason: 'BalloonNotScheduled'; readonly schedulerMessage: string | undefined }
    | { readonly reason: 'BalloonTerminating' }
    | { readonly reason: 'BalloonNotStarted' }
    /** As the kubelet reports it, such as ErrImagePull. */
    | {
        readonly reason: 'ContainerNotStarted'
        readonly kubeletReason: string
        readonly kubeletMessage: string | undefined
      }
    /** The container runs, and its kubelet does not report what it was granted. */
    | { readonly reason: 'ResourcesNotReported'; readonly kubeletVersion: string }
    | { readonly reason: 'ResizeNotGranted' }
    | { readonly reason: 'ResizeDeferred'; readonly kubeletMessage: string }
    | { readonly reason: 'ResizeInfeasible'; readonly kubeletMessage: string }
    | {
        readonly reason: 'BalloonHasLimits'
        readonly pod: string
        readonly namespace: string
        readonly ceilings: readonly Ceiling[]
      }
    | { readonly reason: 'BalloonWithoutRequests'; readonly pod: string; readonly namespace: string }
  )

/** Pods are in the way of a smaller size. */
export type NoRoom = Node & { readonly reason: 'NoRoom'; readonly lacks: readonly Lack[] }

/** Why a node cannot be resized. */
export type ObstacleFact =
  | StateFact
  | NoRoom
  | (Node &
      (
        | { readonly reason: 'AllocatableUnknown' }
        | { readonly reason: 'SizeOutOfRange'; readonly problems: readonly OutOfRange[] }
        /** Its machine is smaller than that, as `autoscale` has noted it; `largest` is what it has. */
        | { readonly reason: 'SizeAboveMachine'; readonly problems: readonly OutOfRange[] }
        | { readonly reason: 'ShrinkNotConfirmable' }
        | { readonly reason: 'AskedBefore'; readonly because: StateFact }
      ))

/** A note about a size that a node can have. */
export type SizeNote = Node & {
  readonly reason: 'BalloonKeepsFloor'
  readonly kept: readonly { readonly resource: Resource; readonly asked: bigint; readonly floor: bigint }[]
}

/** What --check-usage has found. */
export type UsageNote = Node &
  (
    | { readonly reason: 'UsageAboveSize'; readonly used: bigint; readonly size: bigint }
    /** The metrics API has nothing about it. */
    | { readonly reason: 'NodeNotMeasured' }
  )

/** How a LimitRange, or the answer to a dry run, would change balloons. */
export type LimitFact =
  | { readonly reason: 'LimitRangeAddsLimits'; readonly subject: Subject }
  | { readonly reason: 'LimitRangeDemandsLimits'; readonly subject: Subject }
  | { readonly reason: 'LimitRangeDemandsMore'; readonly subject: Subject }
  | {
      readonly reason: 'ResizeWouldAddLimits'
      readonly subject: Subject
      readonly namespace: string
      readonly ceilings: readonly Ceiling[]
    }

/** Why the kubelet has not answered yet. */
export type WaitingFact = { readonly reason: 'KubeletNotLooked' } | { readonly reason: 'KubeletNotDecided' }

export type SizeFact = SizeTextFact | ElsewhereFact | ObstacleFact | SizeNote | UsageNote | LimitFact | WaitingFact
