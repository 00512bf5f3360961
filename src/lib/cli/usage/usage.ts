import { Failure, type Said, said } from '../../failure.ts'

/**
 * Failure 'usage' for a command line that cannot be carried out: the fault, and what to do about it. The words stand where
 * flags and arguments are read, for nobody else has use for the fact.
 */
export const usage = (reason: string, text: string, ...hints: readonly string[]): Failure<Said> =>
  new Failure('usage', said(reason, text, ...hints))
