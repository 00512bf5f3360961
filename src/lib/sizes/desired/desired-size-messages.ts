import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { nodeOf } from '../model/size-messages.ts'

/** The key of a node in a ConfigMap of desired sizes. */
interface AtKey {
  /** The ConfigMap. */
  readonly subject: Subject
  readonly key: string
}

/** Why a key has no desired size that can be followed. */
export type DesiredSizeProblem =
  | FactOf<typeof DesiredSizeNotAnObject>
  | FactOf<typeof DesiredSizeWithoutAmount>
  | FactOf<typeof DesiredSizeHoldUnknown>
  | FactOf<typeof DesiredSizeAmountInvalid>
  | FactOf<typeof DesiredSizeAmountIsZero>

export type DesiredSizeFact = DesiredSizeProblem | FactOf<typeof DesiredSizeChanged>

export const DesiredSizeNotAnObject = message('DesiredSizeNotAnObject', (fact: AtKey) => ({
  said: `${keyOf(fact)}: not a JSON object`,
  hints: [`nodesize set ${fact.key} replaces it`],
}))

export const DesiredSizeWithoutAmount = message(
  'DesiredSizeWithoutAmount',
  (fact: AtKey) => `${keyOf(fact)}: neither cpu nor memory`,
)

export const DesiredSizeHoldUnknown = message(
  'DesiredSizeHoldUnknown',
  (fact: AtKey & { text: string }) => `${keyOf(fact)}: hold '${fact.text}' is neither size nor balloon`,
)

export const DesiredSizeAmountInvalid = message(
  'DesiredSizeAmountInvalid',
  (fact: AtKey & { field: string; because: Fact }) => ({
    said: `${keyOf(fact)}: ${fact.field}`,
    because: fact.because,
  }),
)

export const DesiredSizeAmountIsZero = message(
  'DesiredSizeAmountIsZero',
  (fact: AtKey & { field: string }) => `${keyOf(fact)}: ${fact.field} must be greater than zero`,
)

/** Somebody else wrote the desired size of this node since it was read. */
export const DesiredSizeChanged = message('DesiredSizeChanged', (fact: { subject: Subject }) => ({
  said: `${nodeOf(fact)}: another client has changed the size that it is to keep, meanwhile`,
  hints: ['look at it with nodesize get, and try again'],
}))

const keyOf = ({ subject, key }: AtKey): string => `${subject.kind} '${subject.name}', key '${key}'`
