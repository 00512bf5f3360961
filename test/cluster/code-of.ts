import { inspect } from 'node:util'
import { Failure } from '../../src/lib/failure.ts'
import { describeFailure, messageOf } from '../../src/lib/words/describe.ts'
import { note } from './host/progress.ts'

/** Prints what went wrong, whatever it is; the exit code for it. */
export function codeOf(error: unknown): number {
  if (!(error instanceof Failure)) {
    note(inspect(error))
    return 1
  }
  const { hints } = describeFailure(error)
  note(`error: ${messageOf(error.fact)}`)
  if (error.cause instanceof Failure) note(`cause: ${messageOf(error.cause.fact)}`)
  for (const hint of hints) note(`  ${hint}`)
  return error.code === 'interrupted' ? 130 : 1
}
