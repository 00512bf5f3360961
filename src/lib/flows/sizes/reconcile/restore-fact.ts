import type { Subject } from '../../../fact.ts'

/** About wishes as a whole. */
export type RestoreFact =
  | { readonly reason: 'NoSizesToKeep'; readonly namespace: string }
  /** They are kept: the nodes may come back. */
  | { readonly reason: 'WishesOfAbsentNodes'; readonly names: readonly string[] }
  /** Keys of a ConfigMap that belong in another one. */
  | { readonly reason: 'WishesNotReadHere'; readonly subject: Subject; readonly keys: readonly string[] }
