import type { Stamp, StoredDocument } from '../documents/stored-document.ts'
import type { Target } from '../documents/target.ts'
import type { DryRun, Limits } from './limits.ts'

export interface DocumentWrite {
  readonly target: Target
  readonly body: string
  readonly stamp: Stamp
  /** What was read before: the write succeeds only if it still stands. undefined: nothing was there, create it. */
  readonly replaces: StoredDocument | undefined
}

export interface Documents {
  readonly namespace: string
  read(target: Target, limits: Limits): Promise<StoredDocument | undefined>
  /** Every document of the namespace, by name; read in pages. */
  list(limits: Limits): Promise<readonly StoredDocument[]>
  /** Compare-and-swap: rejects with Failure 'conflict' when `replaces` is stale. Keeps foreign keys, labels and annotations. */
  write(write: DocumentWrite, dryRun: DryRun, limits: Limits): Promise<StoredDocument>
  /** Compare-and-swap: deletes exactly the object that was read (uid and resourceVersion), else Failure 'conflict'. */
  remove(document: StoredDocument, dryRun: DryRun, limits: Limits): Promise<void>
  /** The last revisions that are remembered of deleted documents, by the name of their ConfigMap. */
  lastRevisions(limits: Limits): Promise<ReadonlyMap<string, number>>
  /** Never lowers what is remembered. */
  rememberRevision(target: Target, revision: number, dryRun: DryRun, limits: Limits): Promise<void>
  /**
   * The state of one target: first what is there now, then each change of it. A watch is a hint: it relists on 410, on
   * a broken connection and every few minutes, and yields the state again. Ends when the signal aborts.
   */
  watch(target: Target, limits: Limits): AsyncIterable<StoredDocument | undefined>
}
