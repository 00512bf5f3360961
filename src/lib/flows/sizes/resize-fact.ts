import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { Amounts, Resource } from '../../sizing/amounts.ts'
import type { Deferral } from '../../sizing/deferral-message.ts'
import type { JsonPatchOperation } from '../../sizing/patch.ts'
import type { Lack, NoRoom, ObstacleFact, StateFact } from '../../sizing/size-fact.ts'

/** A patch that reverts a resize by hand. It applies only while the balloon requests the values of that resize. */
export interface Undo {
  readonly pod: string
  readonly namespace: string
  readonly patch: readonly JsonPatchOperation[]
}

type Because = { readonly because: Fact | Said }

/** The outcome of a resize without an answer. */
export type AfterLostAnswer = 'BalloonGone' | 'NotArrived' | 'Reverted' | 'Stands' | 'MayArrive' | 'Unknown'

/** Why a command does not go on with other nodes. */
export type EndCause = 'failure' | 'interruption'

/** Why a resize was not granted, or not sent; the subject is the node. */
export type ResizeFlowFact = { readonly subject: Subject } & (
  | { readonly reason: 'NodeNotFound' }
  /** The reason is a fact of another room, and concerns this node. */
  | ({ readonly reason: 'NodeNotResized' } & Because)
  | ({ readonly reason: 'ResizeReverted'; readonly deferral: Deferral | undefined } & Because)
  /** The same after a wait until it fits. */
  | ({ readonly reason: 'WaitedInVain'; readonly deferral: Deferral | undefined; readonly waitedMs: number } & Because)
  /** The resize makes the node larger, so it can only be late. */
  | ({ readonly reason: 'ResizeNotConfirmed' } & Because)
  | ({ readonly reason: 'UnconfirmedReverted' } & Because)
  /** Between the read and the resize. */
  | { readonly reason: 'ResizedMeanwhile'; readonly before: Amounts; readonly now: Amounts | undefined }
  /** After the resize. */
  | { readonly reason: 'ResizedSince'; readonly before: Amounts; readonly now: Amounts }
  | { readonly reason: 'RevertOvertaken' }
  | ({ readonly reason: 'RevertFailed'; readonly undo: Undo } & Because)
  | ({ readonly reason: 'RevertUnknown'; readonly undo: Undo } & Because)
  | ({ readonly reason: 'ResizeAnswerLost'; readonly outcome: AfterLostAnswer; readonly undo: Undo } & Because)
  /** An earlier command requested the same size. */
  | ({ readonly reason: 'EarlierResizeNotGranted' } & Because)
  | { readonly reason: 'NotTried'; readonly cause: EndCause }
  /** The node was resized, and has its size from before again. */
  | { readonly reason: 'PutBack'; readonly cause: EndCause }
  | ({ readonly reason: 'NotPutBack'; readonly cause: EndCause } & Because)
  | { readonly reason: 'BalloonReplacedTwice' }
  /** The node waits for others of its host; `holders` are larger than their share. */
  | { readonly reason: 'GrowthWithheld'; readonly lacking: readonly Resource[]; readonly holders: readonly string[] }
  | { readonly reason: 'ReplacementNotReady' }
  | ({ readonly reason: 'LimitRangeRefusesResize' } & Because)
)

type NodeNotFound = Extract<ResizeFlowFact, { reason: 'NodeNotFound' }>

/** Other nodes run on the host; with what they have, a split would exceed it. `one`: a node that is split. */
interface HostHasMoreNodes {
  readonly reason: 'HostHasMoreNodes'
  readonly names: readonly string[]
  readonly excess: Amounts
  readonly one: string
}

/** Facts about other things than the resize of one node. */
export type ResizeTalkFact =
  | { readonly reason: 'NodesNotFound'; readonly names: readonly string[] }
  | { readonly reason: 'NoNodeMatches'; readonly selector: string }
  | { readonly reason: 'ClusterWithoutNodes' }
  /** All nodes were selected, and none can have a balloon; why the first of them cannot. */
  | { readonly reason: 'NoManagedNode'; readonly because: StateFact | undefined }
  /** All nodes were selected, and these have no balloon, as installed. */
  | { readonly reason: 'NodesSkipped'; readonly names: readonly string[] }
  /** They have no balloon, so what is stored for them was not exported. */
  | { readonly reason: 'StoredNotExported'; readonly names: readonly string[] }
  /** Their sizes are not those that are stored for them, and these were exported. */
  | { readonly reason: 'StoredExported'; readonly names: readonly string[] }
  /** Each is a refusal of its own, and none of the nodes is resized. */
  | { readonly reason: 'SplitRefused'; readonly problems: readonly (ObstacleFact | NodeNotFound | HostHasMoreNodes)[] }
  | HostHasMoreNodes
  /** Other nodes of the host keep what they have, and there is room for it. */
  | { readonly reason: 'HostPartSplit'; readonly names: readonly string[] }
  /** The node reports no boot ID. */
  | { readonly reason: 'HostUnknown'; readonly subject: Subject }
  /** No other node runs on its host, or they are left out. */
  | { readonly reason: 'HostNotShared'; readonly subject: Subject }
  | { readonly reason: 'HostNotProven'; readonly names: readonly string[] }
  /** It has the label of a balloon, but is not one; `namespace/name`. */
  | { readonly reason: 'NotOurBalloon'; readonly subject: Subject; readonly pod: string }
  /** The cluster has no metrics API, so that usage cannot be checked. */
  | { readonly reason: 'MetricsNotServed' }
  | { readonly reason: 'UsageUnknown'; readonly because: Fact | Said }
  /** The resize is requested until it fits. */
  | { readonly reason: 'WaitsForRoom'; readonly subject: Subject; readonly timeoutMs: number; readonly because: NoRoom }
  /** The node gets what fits now; `missing`: how much smaller it was to become. */
  | {
      readonly reason: 'OnlyAPartFits'
      readonly subject: Subject
      readonly missing: Amounts
      readonly lacks: readonly Lack[]
    }
  /** The size is granted, but the container runtime reports a problem with it. */
  | { readonly reason: 'RuntimeFailing'; readonly subject: Subject; readonly runtimeMessage: string }
