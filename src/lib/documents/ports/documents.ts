import type { DryRun, Limits } from '../../ports/limits.ts'
import type { Stamp, StoredDocument } from '../stored-document.ts'
import type { Target } from '../target.ts'

export interface DocumentWrite {
  readonly target: Target
  readonly body: string
  readonly stamp: Stamp
  /** The document that was read: the write succeeds only if it is unchanged. undefined: it did not exist, create it. */
  readonly replaces: StoredDocument | undefined
}

export interface Documents {
  readonly namespace: string
  read(target: Target, limits: Limits): Promise<StoredDocument | undefined>
  /** Every document of the namespace, by name; read in pages. */
  list(limits: Limits): Promise<readonly StoredDocument[]>
  /** Compare-and-swap: Failure 'conflict' when `replaces` is stale. Keeps other keys, labels and annotations. */
  write(write: DocumentWrite, dryRun: DryRun, limits: Limits): Promise<StoredDocument>
  /** Compare-and-swap: deletes only the object that was read (uid and resourceVersion), else Failure 'conflict'. */
  remove(document: StoredDocument, dryRun: DryRun, limits: Limits): Promise<void>
  /** The recorded last revisions of deleted documents, by the name of their ConfigMap. */
  lastRevisions(limits: Limits): Promise<ReadonlyMap<string, number>>
  /** Never lowers a recorded revision. */
  rememberRevision(target: Target, revision: number, dryRun: DryRun, limits: Limits): Promise<void>
  /**
   * The state of one target: first the current one, then each change. A watch is a hint: it relists on 410, on a broken
   * connection and every few minutes, and yields the state again. Ends when the signal aborts.
   */
  watch(target: Target, limits: Limits): AsyncIterable<StoredDocument | undefined>
}
