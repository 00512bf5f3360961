import { type Line, plainLine } from './tone.ts'

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

interface FailureOptions extends ErrorOptions {
  readonly suggestions?: readonly string[]
}

/**
 * An expected failure. The message is for the operator (lower case, no full stop, the object first or quoted),
 * the suggestions say what to do next, the cause chain is for the bug report. Anything else thrown is a bug of ours.
 */
export class Failure extends Error {
  override readonly name = 'Error'
  readonly code: FailureCode
  readonly suggestions: readonly string[]
  /** The message with its tones, when it has any. */
  readonly lines: readonly Line[] | undefined

  constructor(
    code: FailureCode,
    said: string | readonly Line[],
    { suggestions = [], ...options }: FailureOptions = {},
  ) {
    super(typeof said === 'string' ? said : said.map(plainLine).join('\n'), options)
    this.code = code
    this.suggestions = suggestions
    this.lines = typeof said === 'string' ? undefined : said
  }
}
