import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { WishProblem } from '../desired/wish-messages.ts'
import { nodeOf } from '../model/size-messages.ts'

/** About the wish of a node that is resized. */
export type KeepWishFact =
  | FactOf<typeof WishesNotInstalled>
  | FactOf<typeof WishesNotRead>
  | FactOf<typeof StoredSizesNotRead>
  | FactOf<typeof BrokenWishNotExported>
  | FactOf<typeof WishNotStored>
  | FactOf<typeof BrokenWishReplaced>
  | FactOf<typeof WishLeft>

/** Nowhere can a wish be stored: the installation is older than wishes. */
export const WishesNotInstalled = message(
  'WishesNotInstalled',
  ({ namespace }: { namespace: string }) =>
    `a size lasts only as long as its balloon pod: namespace ${namespace} has no place to store it (nodesize install adds it)`,
)

/** The user may not read them. */
export const WishesNotRead = message('WishesNotRead', ({ because }: { because: Fact | Said }) => ({
  said: `sizes are not stored: ${unstored}`,
  because,
}))

/** The same of an export. */
export const StoredSizesNotRead = message('StoredSizesNotRead', ({ because }: { because: Fact | Said }) => ({
  said: 'the sizes that nodes have now are exported: those that are stored for them cannot be read',
  because,
}))

/** What is stored for the node is not a wish, so that its size is what it has. */
export const BrokenWishNotExported = message(
  'BrokenWishNotExported',
  (fact: { subject: Subject; problems: readonly WishProblem[] }) => ({
    said: `${nodeOf(fact)}: the size that is stored for it cannot be read, and the one that it has is exported`,
    below: fact.problems,
  }),
)

/** The node was resized all the same. */
export const WishNotStored = message('WishNotStored', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: the size is not stored: ${unstored}`,
  because: fact.because,
}))

/** What was stored for the node was not a wish. */
export const BrokenWishReplaced = message(
  'BrokenWishReplaced',
  (fact: { subject: Subject; problems: readonly WishProblem[] }) => ({
    said: `${nodeOf(fact)}: the size that was stored before could not be read, and was replaced`,
    below: fact.problems,
  }),
)

/** `after`: why the node was not resized. The wish for that size remains all the same. */
export const WishLeft = message('WishLeft', (fact: { subject: Subject; because: Fact | Said; after: Fact | Said }) => ({
  said: `${nodeOf(fact)}: not resized, but the size is stored and may be restored later`,
  because: fact.because,
  below: [fact.after],
  hints: ['set or reset the node to store another one'],
}))

/** What follows when a size is set, and what is stored stays as it was. */
const unstored = 'it lasts until the balloon pod is replaced, or another size that is stored is restored'
