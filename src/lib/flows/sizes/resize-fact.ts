import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { Amounts } from '../../sizing/amounts.ts'
import type { Deferral } from '../../sizing/deferral-message.ts'
import type { JsonPatchOperation } from '../../sizing/patch.ts'

/** What undoes a resize by hand. It does nothing unless the balloon requests just what the resize asked for. */
export interface Undo {
  readonly pod: string
  readonly namespace: string
  readonly patch: readonly JsonPatchOperation[]
}

type Because = { readonly because: Fact | Said }

/** What a resize came to of which nobody had an answer. */
export type AfterLostAnswer = 'BalloonGone' | 'NotArrived' | 'Reverted' | 'Stands' | 'MayArrive' | 'Unknown'

/** What becomes of a resize that was not granted, or could not be asked for; the subject is the node. */
export type ResizeFlowFact = { readonly subject: Subject } & (
  | { readonly reason: 'NodeNotFound' }
  /** Another room has the reason, and it is about this node. */
  | ({ readonly reason: 'NodeNotResized' } & Because)
  | ({ readonly reason: 'ResizeReverted'; readonly deferral: Deferral | undefined } & Because)
  /** It makes the node larger, so it can only be late. */
  | ({ readonly reason: 'ResizeNotConfirmed' } & Because)
  | ({ readonly reason: 'UnconfirmedReverted' } & Because)
  /** Between the look and the resize. */
  | { readonly reason: 'ResizedMeanwhile'; readonly before: Amounts; readonly now: Amounts | undefined }
  /** After the resize. */
  | { readonly reason: 'ResizedSince' }
  | { readonly reason: 'RevertOvertaken' }
  | ({ readonly reason: 'RevertFailed'; readonly undo: Undo } & Because)
  | ({ readonly reason: 'RevertUnknown'; readonly undo: Undo } & Because)
  | ({ readonly reason: 'ResizeAnswerLost'; readonly outcome: AfterLostAnswer; readonly undo: Undo } & Because)
  /** Somebody asked for this very size before. */
  | ({ readonly reason: 'EarlierResizeNotGranted' } & Because)
  | { readonly reason: 'BalloonReplacedTwice' }
  | { readonly reason: 'ReplacementNotReady' }
  | ({ readonly reason: 'LimitRangeRefusesResize' } & Because)
)

/** Beside one node. */
export type ResizeTalkFact =
  | { readonly reason: 'NodesNotFound'; readonly names: readonly string[] }
  | { readonly reason: 'NoNodeMatches'; readonly selector: string }
  /** It has the label of a balloon, and is none; `namespace/name`. */
  | { readonly reason: 'NotOurBalloon'; readonly subject: Subject; readonly pod: string }
  /** The size is granted, and its runtime has trouble with it. */
  | { readonly reason: 'RuntimeFailing'; readonly subject: Subject; readonly runtimeMessage: string }
