import { inspect } from 'node:util'
import { describeFailure, messageOf } from '../../src/lib/message/describe.ts'
import { Failure } from '../../src/lib/message/failure.ts'
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
