import type { Fact, Subject } from '../fact.ts'

/** The key of a node in a ConfigMap of wishes. */
interface AtKey {
  /** The ConfigMap. */
  readonly subject: Subject
  readonly key: string
}

/** Why a key has no wish that can be followed. */
export type WishProblem =
  | ({ readonly reason: 'WishNotAnObject' } & AtKey)
  | ({ readonly reason: 'WishWithoutAmount' } & AtKey)
  | ({ readonly reason: 'WishHoldUnknown'; readonly text: string } & AtKey)
  | ({ readonly reason: 'WishAmountInvalid'; readonly field: string; readonly because: Fact } & AtKey)
  | ({ readonly reason: 'WishAmountIsZero'; readonly field: string } & AtKey)

export type WishFact =
  | WishProblem
  /** Somebody else wrote the wish of this node since it was read. */
  | { readonly reason: 'WishChanged'; readonly subject: Subject }
