import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { ProviderEnd } from '../../ports/provider.ts'

/** How a call of a provider ended that did not succeed. */
export type FailedEnd =
  | Exclude<ProviderEnd, { readonly kind: 'done' }>
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'interrupted' }
  /** A provider of a program that uses the library. */
  | { readonly kind: 'rejected'; readonly text: string }

/** About a node and its machine; the subject is the node. */
export type AutoscaleFact = {
  readonly subject: Subject
} /** Another command is at work, or was killed; `until`: RFC 3339, then its step has ended. */ & (
  | { readonly reason: 'AttemptUnderWay'; readonly by: string; readonly attempt: string; readonly until: string }
  /** Another command has taken over, or somebody has edited the note. */
  | { readonly reason: 'AttemptLost' }
  /** The kubelet would restart with less allocatable than its balloon and its pods request. */
  | { readonly reason: 'ShrinkMovesAllocatable' }
  /** The note about its machine cannot be read. */
  | {
      readonly reason: 'MachineNoteBroken'
      readonly text: string
      readonly namespace: string
      readonly configMap: string
    }
  /** A step may last so many milliseconds at most. */
  | { readonly reason: 'AttemptTooLong'; readonly longestMs: number }
  | { readonly reason: 'MachineNoteNotWritten'; readonly because: Fact | Said }
  /** Node and machine are as before. */
  | { readonly reason: 'ProviderRefused'; readonly end: FailedEnd }
  /** The provider has undone what it did; node and machine are as before. */
  | { readonly reason: 'ProviderFailed'; readonly end: FailedEnd }
  /**
   * The machine may have either size. The node has the smaller one of both, or less. `rollback` is undefined when there was none: the
   * provider was asked for the size that it had confirmed.
   */
  | { readonly reason: 'MachineUnknown'; readonly end: FailedEnd; readonly rollback: FailedEnd | undefined }
  /** The machine is as before; the node is not. `after`: why. */
  | { readonly reason: 'RoomNotGivenBack'; readonly because: Fact | Said; readonly after: Fact }
  /** The machine has the size, and its kubelet does not report it. */
  | { readonly reason: 'AllocatableNotMoved'; readonly waitedMs: number }
  /** The machine has the size; the node has not. */
  | { readonly reason: 'RoomNotGiven'; readonly because: Fact | Said }
)
