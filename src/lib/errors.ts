/** What can go wrong, in the vocabulary of the user. cli/exit.ts gives each code its number. */
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

type FailureOptions = ErrorOptions & { suggestions?: readonly string[] }

/**
 * An expected failure. The message is for the operator (lower case, no full stop, the object first or quoted),
 * the suggestions say what to do next, the cause chain is for the bug report. Anything else thrown is a bug of ours.
 */
export class Failure extends Error {
  override readonly name = 'Error'
  readonly code: FailureCode
  readonly suggestions: readonly string[]

  constructor(code: FailureCode, message: string, { suggestions = [], ...options }: FailureOptions = {}) {
    super(message, options)
    this.code = code
    this.suggestions = suggestions
  }
}
