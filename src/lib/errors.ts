import type { Line } from './render/tone.ts'

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
  /** The message again, with its tones. */
  readonly lines?: readonly Line[] | undefined
}

/**
 * An expected failure. The message is for the operator (lower case, no full stop, the object first or quoted),
 * the suggestions say what to do next, the cause chain is for the bug report. Anything else thrown is a bug of ours.
 */
export class Failure extends Error {
  override readonly name = 'Error'
  readonly code: FailureCode
  readonly suggestions: readonly string[]
  readonly lines: readonly Line[] | undefined

  constructor(code: FailureCode, message: string, { suggestions = [], lines, ...options }: FailureOptions = {}) {
    super(message, options)
    this.code = code
    this.suggestions = suggestions
    this.lines = lines
  }
}
