import type { Limits } from './limits.ts'

/** One change, with what was known before it. */
export type Delta<T> =
  | { readonly type: 'added'; readonly name: string; readonly object: T }
  | { readonly type: 'modified'; readonly name: string; readonly before: T; readonly object: T }
  | { readonly type: 'deleted'; readonly name: string; readonly before: T }
  /** All that was there when it was read has been reported. */
  | { readonly type: 'synced' }

/**
 * A collection of objects as it is known here. However many read it, there is one watch, which begins with the first reader and
 * ends with the last.
 */
export interface Collection<T> {
  /** By name, always the newest that is known. Empty before anybody has read changes, and at rest after the last reader. */
  readonly store: ReadonlyMap<string, T>
  /**
   * First an 'added' for all that there is, and 'synced'; then each change, and 'synced' again whenever everything has been
   * read afresh (every few minutes: a time to look at everything again).
   *
   * The changes of one object come in their order. A reader that is slower than they come misses states in between, never the
   * newest: `before` is what this reader was given last. An object that was deleted and made again is 'deleted', then 'added'.
   *
   * Heals itself as Documents.watch does. Ends when the signal aborts or the cluster is closed; rejects as a read does when it
   * cannot be read at first, when permission is taken away, and with Failure 'timeout' after timeoutMs, if there is one.
   */
  changes(limits: Limits): AsyncIterable<Delta<T>>
}
