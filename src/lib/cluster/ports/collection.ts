import type { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'

/** One change, with the state before it. */
export type Delta<T> =
  | { readonly type: 'added'; readonly name: string; readonly object: T }
  | { readonly type: 'modified'; readonly name: string; readonly before: T; readonly object: T }
  | { readonly type: 'deleted'; readonly name: string; readonly before: T }
  /** All objects of the initial read have been reported. */
  | { readonly type: 'synced' }

/**
 * A local copy of a collection of objects. However many readers there are, there is one watch, which starts with the
 * first reader and ends with the last.
 */
export interface Collection<T> {
  /** The newest known objects, by name. Empty before the first reader of changes; unchanged after the last one. */
  readonly store: ReadonlyMap<string, T>
  /**
   * First an 'added' for each existing object, and 'synced'; then each change, and 'synced' again after each relist
   * (every few minutes: a time to reconcile everything).
   *
   * The changes of one object are in order. A slow reader misses intermediate states, never the newest one: `before` is
   * the state that this reader received last. An object that was deleted and created again is 'deleted', then 'added'.
   *
   * Recovers as Documents.watch does. Ends when the signal aborts or the cluster is closed. Rejects as a read does when
   * the first read fails, when permission is revoked, and with Failure 'timeout' after timeoutMs, if it is given.
   *
   * While it recovers, the store is old: `onConnection` is called with the failure when the server cannot be reached or
   * does not answer, and with undefined when it does again.
   */
  changes(limits: Limits, onConnection?: OnConnection): AsyncIterable<Delta<T>>
}

export type OnConnection = (lost: Failure | undefined) => void
