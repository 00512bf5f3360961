import type { Fact } from './fact.ts'
import type { Said } from './failure.ts'
import type { Line } from './line.ts'

/** A fact in words: one line, or several, with or without hints. */
export type Phrase =
  | string
  | {
      readonly said: string | readonly Line[]
      /** The cause, appended after a colon; a phrase without hints has the hints of this fact. */
      readonly because?: Fact | Said | undefined
      /** Each on separate lines below it, indented. */
      readonly below?: readonly (Fact | Said)[] | undefined
      readonly hints?: readonly string[] | undefined
    }
