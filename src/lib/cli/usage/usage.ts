import { Failure, type Said, said } from '../../message/failure.ts'

/**
 * Failure 'usage': the fault of a command line, and hints. Its text is written where flags and arguments are parsed,
 * because no other code uses the fact.
 */
export const usage = (reason: string, text: string, ...hints: readonly string[]): Failure<Said> =>
  new Failure('usage', said(reason, text, ...hints))
