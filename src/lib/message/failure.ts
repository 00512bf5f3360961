import type { Fact } from './fact.ts'
import { type Line, plainLine } from './line.ts'

/** The kinds of expected failures. lib/cli/shell/exit-codes.ts gives each its exit code. */
export type FailureCode =
  | 'usage'
  | 'invalid'
  | 'conflict'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'partial'
  | 'reverted'
  | 'interrupted'

/**
 * An expected failure: a code and a fact, of which describe() makes a text. Anything else that is thrown is an internal error.
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

  /** CamelCase, stable: what scripts and programs match on. */
  get reason(): F['reason'] {
    return this.fact.reason
  }
}

/** A fact with its own text and hints. */
export interface Said extends Fact {
  readonly said: readonly Line[]
  readonly hints: readonly string[]
}

/** Make a fact with its own text. Only for lib/cli, commands, and programs that use the library. */
export const said = (reason: string, text: string, ...hints: readonly string[]): Said => ({
  reason,
  said: text.split('\n').map((line) => [line]),
  hints,
})

/** Error.message, for stack traces and users of the library: the text of the fact, the server's message, or the reason. */
function summaryOf(fact: Fact | Said): string {
  if ('said' in fact) return fact.said.map(plainLine).join('\n')
  if ('serverMessage' in fact) return String(fact.serverMessage)
  return [fact.reason, fact.subject?.name].filter(Boolean).join(': ')
}
