import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { nodeOf } from '../model/size-messages.ts'

/** The key of a node in a ConfigMap of wishes. */
interface AtKey {
  /** The ConfigMap. */
  readonly subject: Subject
  readonly key: string
}

/** Why a key has no wish that can be followed. */
export type WishProblem =
  | FactOf<typeof WishNotAnObject>
  | FactOf<typeof WishWithoutAmount>
  | FactOf<typeof WishHoldUnknown>
  | FactOf<typeof WishAmountInvalid>
  | FactOf<typeof WishAmountIsZero>

export type WishFact = WishProblem | FactOf<typeof WishChanged>

export const WishNotAnObject = message('WishNotAnObject', (fact: AtKey) => ({
  said: `${keyOf(fact)}: not a JSON object`,
  hints: [`nodesize set ${fact.key} replaces it`],
}))

export const WishWithoutAmount = message('WishWithoutAmount', (fact: AtKey) => `${keyOf(fact)}: neither cpu nor memory`)

export const WishHoldUnknown = message(
  'WishHoldUnknown',
  (fact: AtKey & { text: string }) => `${keyOf(fact)}: hold '${fact.text}' is neither size nor balloon`,
)

export const WishAmountInvalid = message('WishAmountInvalid', (fact: AtKey & { field: string; because: Fact }) => ({
  said: `${keyOf(fact)}: ${fact.field}`,
  because: fact.because,
}))

export const WishAmountIsZero = message(
  'WishAmountIsZero',
  (fact: AtKey & { field: string }) => `${keyOf(fact)}: ${fact.field} must be greater than zero`,
)

/** Somebody else wrote the wish of this node since it was read. */
export const WishChanged = message('WishChanged', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: another client has changed the size that it is to keep, meanwhile`,
  hints: ['look at it with nodesize get, and try again'],
}))

const keyOf = ({ subject, key }: AtKey): string => `${subject.kind} '${subject.name}', key '${key}'`
