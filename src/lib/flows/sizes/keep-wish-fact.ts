import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { WishProblem } from '../../reconcile/wish-fact.ts'

/** About the wish of a node that is resized. */
export type KeepWishFact =
  /** Nowhere can a wish be stored: the installation is older than wishes. */
  | { readonly reason: 'WishesNotInstalled'; readonly namespace: string }
  /** The user may not read them. */
  | { readonly reason: 'WishesNotRead'; readonly because: Fact | Said }
  /** The same of an export. */
  | { readonly reason: 'StoredSizesNotRead'; readonly because: Fact | Said }
  /** What is stored for the node is not a wish, so that its size is what it has. */
  | { readonly reason: 'BrokenWishNotExported'; readonly subject: Subject; readonly problems: readonly WishProblem[] }
  /** The node was resized all the same. */
  | { readonly reason: 'WishNotStored'; readonly subject: Subject; readonly because: Fact | Said }
  /** What was stored for the node was not a wish. */
  | { readonly reason: 'BrokenWishReplaced'; readonly subject: Subject; readonly problems: readonly WishProblem[] }
  /** `after`: why the node was not resized. The wish for that size remains all the same. */
  | {
      readonly reason: 'WishLeft'
      readonly subject: Subject
      readonly because: Fact | Said
      readonly after: Fact | Said
    }
