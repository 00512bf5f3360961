import type { KeepWishFact } from '../flows/sizes/keep-wish-fact.ts'
import type { ReconcileFact } from '../reconcile/reconcile-fact.ts'
import type { WishFact, WishProblem } from '../reconcile/wish-fact.ts'
import { formatAmount, type Resource } from '../sizing/amounts.ts'
import type { Phrase, Vocabulary } from './phrase.ts'
import { nodeOf } from './size-words.ts'

const keyOf = ({ subject, key }: Pick<WishProblem, 'subject' | 'key'>): string =>
  `${subject.kind} '${subject.name}', key '${key}'`

/** What follows when a size is set, and what is stored stays as it was. */
const unstored = 'it lasts until the balloon pod is replaced, or another size that is stored is restored'

export const reconcileWords: Vocabulary<WishFact | KeepWishFact | ReconcileFact> = {
  WishNotAnObject: (fact) => ({
    said: `${keyOf(fact)}: not a JSON object`,
    hints: [`nodesize set ${fact.key} replaces it`],
  }),
  WishWithoutAmount: (fact) => `${keyOf(fact)}: neither cpu nor memory`,
  WishHoldUnknown: (fact) => `${keyOf(fact)}: hold '${fact.text}' is neither size nor balloon`,
  WishAmountInvalid: (fact) => ({ said: `${keyOf(fact)}: ${fact.field}`, because: fact.because }),
  WishAmountIsZero: (fact) => `${keyOf(fact)}: ${fact.field} must be greater than zero`,
  WishChanged: (fact) => ({
    said: `${nodeOf(fact)}: another client has changed the size that it is to keep, meanwhile`,
    hints: ['look at it with nodesize get, and try again'],
  }),
  WishesNotInstalled: ({ namespace }) =>
    `a size lasts only as long as its balloon pod: namespace ${namespace} has no place to store it (nodesize install adds it)`,
  WishesNotRead: ({ because }) => ({
    said: `sizes are not stored: ${unstored}`,
    because,
  }),
  StoredSizesNotRead: ({ because }) => ({
    said: 'the sizes that nodes have now are exported: those that are stored for them cannot be read',
    because,
  }),
  BrokenWishNotExported: (fact) => ({
    said: `${nodeOf(fact)}: the size that is stored for it cannot be read, and the one that it has is exported`,
    below: fact.problems,
  }),
  WishNotStored: (fact) => ({
    said: `${nodeOf(fact)}: the size is not stored: ${unstored}`,
    because: fact.because,
  }),
  BrokenWishReplaced: (fact) => ({
    said: `${nodeOf(fact)}: the size that was stored before could not be read, and was replaced`,
    below: fact.problems,
  }),
  WishLeft: (fact): Phrase => ({
    said: `${nodeOf(fact)}: not resized, but the size is stored and may be restored later`,
    because: fact.because,
    below: [fact.after],
    hints: ['set or reset the node to store another one'],
  }),

  SizeRestored: (fact) => `${nodeOf(fact)}: gets its size back`,
  NodeOvercommitted: (fact) => `${nodeOf(fact)}: its pods request more than its size`,
  AllocatableWillShrink: (fact) => `${nodeOf(fact)}: its kubelet is about to restart with less allocatable`,
  ResizeNotGrantedInTime: (fact) => `${nodeOf(fact)}: its kubelet does not grant the resize`,
  BornTooLarge: (fact) => `${nodeOf(fact)}: its new balloon finds no room, and gets what is free`,
  NoWish: (fact) => `${nodeOf(fact)}: no size to keep`,
  WishFulfilled: (fact) => `${nodeOf(fact)}: has its size`,
  WishBroken: (fact) => ({ said: `${nodeOf(fact)}: the size that it is to keep cannot be read`, below: fact.problems }),
  NotResizableNow: (fact) => ({ said: `${nodeOf(fact)}: cannot be resized now`, because: fact.because }),
  ResizePending: (fact) => `${nodeOf(fact)}: waits for its kubelet`,
  ResizedByOther: (fact) =>
    `${nodeOf(fact)}: left as it is, because ${fact.manager === '' ? 'another client' : fact.manager} resized it${fact.at === '' ? '' : ` at ${fact.at}`}`,
  NoRoomForWish: (fact) =>
    `${nodeOf(fact)}: no room to take ${fact.resources.map((resource) => missingOf(fact.missing, resource)).join(' and ')} more`,
  ChangedRecently: (fact) => `${nodeOf(fact)}: has just been changed`,
}

const missingOf = (missing: Readonly<Record<Resource, bigint>>, resource: Resource): string =>
  `${formatAmount[resource](missing[resource])} ${resource}`
