import type { Fact } from '../fact.ts'
import type { Line } from '../tone.ts'

/** How a fact is put: one line, or several, with or without what to do about it. */
export type Phrase = string | { readonly said: string | readonly Line[]; readonly hints?: readonly string[] }

/** A phrase for each fact of a room, by reason. */
export type Vocabulary<F extends Fact> = {
  readonly [Reason in F['reason']]: (fact: Extract<F, { readonly reason: Reason }>) => Phrase
}
