import { inspect } from 'node:util'
import { Failure } from '../../src/lib/failure.ts'
import { note } from './host/progress.ts'

/** Tells people what went wrong, whatever it is; the exit code for it. */
export function codeOf(error: unknown): number {
  if (!(error instanceof Failure)) {
    note(inspect(error))
    return 1
  }
  note(`error: ${error.message}`)
  if (error.cause instanceof Failure) note(`cause: ${error.cause.message}`)
  for (const suggestion of error.suggestions) note(`  ${suggestion}`)
  return error.code === 'interrupted' ? 130 : 1
}
