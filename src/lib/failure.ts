import type { Fact } from './fact.ts'
import { type Line, plainLine } from './tone.ts'

/** What can go wrong, in the vocabulary of the user. cli/shell/exit-codes.ts gives each code its number. */
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

/**
 * An expected failure: its code, and the fact behind it. lib/words makes sentences of the fact, at the edge. Anything else
 * that is thrown is an internal error.
 */
export class Failure<F extends Fact = Fact> extends Error {
  override readonly name = 'Error'
  readonly code: FailureCode
  readonly fact: F

  constructor(code: FailureCode, fact: F, options?: ErrorOptions) {
    super(summaryOf(fact), options)
    this.code = code
    this.fact = fact
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

/** For a stack trace and for users of the library: the server's own words, else the words or the reason of the fact. */
function summaryOf(fact: Fact | Said): string {
  if ('said' in fact) return fact.said.map(plainLine).join('\n')
  if ('serverMessage' in fact) return String(fact.serverMessage)
  return [fact.reason, fact.subject?.name].filter(Boolean).join(': ')
}
