import { Failure } from '../../message/failure.ts'
import { type NotDone, PushesRefused } from './push-messages.ts'

/** Throws all problems at once; one as it is. */
export function refuseTogether([first, ...others]: readonly Failure[], notDone?: NotDone): void {
  if (first === undefined) return
  if (others.length === 0) throw first
  throw refusalOfSeveral([first, ...others], notDone)
}

/** A conflict, if there is nothing else to correct. */
export const refusalOfSeveral = (problems: readonly Failure[], notDone?: NotDone): Failure =>
  new Failure(
    problems.every(({ code }) => code === 'conflict') ? 'conflict' : 'invalid',
    PushesRefused({ problems: problems.map(({ fact }) => fact), notDone }),
  )
