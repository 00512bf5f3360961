import { Failure } from '../../message/failure.ts'
import { type NotDone, PushesRefused } from './push-messages.ts'

/** Throws all problems at once; one as it is. */
export function refuseTogether([first, ...others]: readonly Failure[], notDone?: NotDone): void {
  if (first === undefined) return
  if (others.length === 0) throw first
  throw new Failure('invalid', PushesRefused({ problems: [first, ...others].map(({ fact }) => fact), notDone }))
}
