import type { Fact } from './fact.ts'
import { type Line, plainLine } from './tone.ts'

/** What can go wrong, in the vocabulary of the user. cli/shell/exit.ts gives each code its number. */
export type FailureCode =
  | 'usage'
  | 'invalid'
  | 'conflict'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'partial'
  | 'full'
  | 'interrupted'

interface FailureOptions extends ErrorOptions {
  readonly suggestions?: readonly string[]
}

/**
 * An expected failure: its code, and the fact behind it. Sentences are made of the fact by words/failures.ts, at the
 * edge. Anything else that is thrown is an internal error.
 */
export class Failure<F extends Fact = Fact> extends Error {
  override readonly name = 'Error'
  readonly code: FailureCode
  readonly fact: F | Said

  /** Sentences instead of a fact are for the edge: cli and commands. */
  constructor(
    code: FailureCode,
    fact: F | string | readonly Line[],
    { suggestions = [], ...options }: FailureOptions = {},
  ) {
    const said = typeof fact === 'string' || Array.isArray(fact)
    const own = said ? saying(fact as string | readonly Line[], suggestions) : (fact as F)
    super(summaryOf(own), options)
    this.code = code
    this.fact = own
  }

  get suggestions(): readonly string[] {
    return 'hints' in this.fact ? (this.fact as Said).hints : []
  }

  get lines(): readonly Line[] | undefined {
    return 'said' in this.fact ? (this.fact as Said).said : undefined
  }
}

/** A fact that brings its own words. */
export interface Said extends Fact {
  readonly said: readonly Line[]
  readonly hints: readonly string[]
}

/** A fact with words of its own, for the edge: cli and commands, and programs around them. */
export const said = (reason: string, text: string, ...hints: readonly string[]): Said => ({
  reason,
  said: text.split('\n').map((line) => [line]),
  hints,
})

const saying = (said: string | readonly Line[], hints: readonly string[]): Said => ({
  reason: 'Said',
  said: typeof said === 'string' ? said.split('\n').map((line) => [line]) : said,
  hints,
})

/** For a stack trace and for users of the library: the server's own words, else the words or the reason of the fact. */
function summaryOf(fact: Fact | Said): string {
  if ('said' in fact) return fact.said.map(plainLine).join('\n')
  if ('serverMessage' in fact) return String(fact.serverMessage)
  return [fact.reason, fact.subject?.name].filter(Boolean).join(': ')
}
