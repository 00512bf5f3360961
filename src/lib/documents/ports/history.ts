import type { DryRun, Limits } from '../../ports/limits.ts'
import type { PastDocument } from '../past-document.ts'
import type { Target } from '../target.ts'

/** What is recorded of a push, besides its text. */
export type Recording = Pick<PastDocument, 'target' | 'revision' | 'body' | 'stamp'>

/**
 * Documents as they were pushed, in ControllerRevisions: nobody can change their text, and they stay when a document is
 * deleted, whoever deletes it.
 */
export interface History {
  /** All revisions of a target that are kept, the newest first; in pages. */
  list(target: Target, limits: Limits): Promise<readonly PastDocument[]>
  /** The same for several targets, by the name of the ConfigMap; without those that have none. One list, in pages. */
  listOf(targets: readonly Target[], limits: Limits): Promise<ReadonlyMap<string, readonly PastDocument[]>>
  /** Only the numbers, of one target or of all, by the name of the ConfigMap; ascending. One request. */
  numbers(target: Target | undefined, limits: Limits): Promise<ReadonlyMap<string, readonly number[]>>
  /** Recording the same again changes nothing; another text under the same number is Failure 'conflict'. */
  record(recording: Recording, dryRun: DryRun, limits: Limits): Promise<void>
  /** Succeeds if it does not exist. */
  remove(target: Target, revision: number, dryRun: DryRun, limits: Limits): Promise<void>
}
