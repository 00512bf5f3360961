import type { Fact } from '../fact.ts'
import type { Said } from '../failure.ts'
import type { Line } from '../tone.ts'

/** How a fact is put: one line, or several, with or without what to do about it. */
export type Phrase =
  | string
  | {
      readonly said: string | readonly Line[]
      /** Said after it, behind a colon; where the phrase has no hints of its own, the hints are those of this fact. */
      readonly because?: Fact | Said | undefined
      /** Each on lines of its own below it, indented. */
      readonly below?: readonly (Fact | Said)[] | undefined
      readonly hints?: readonly string[] | undefined
    }

/** A phrase for each fact of a room, by reason. */
export type Vocabulary<F extends Fact> = {
  readonly [Reason in F['reason']]: (fact: Extract<F, { readonly reason: Reason }>) => Phrase
}
