import { Failure } from '../../failure.ts'
import type { ServerFact } from '../../ports/server-fact.ts'
import type { Refusal } from '../http/answer.ts'
import { subjectOf } from '../http/refusal.ts'

/** The object of a compare-and-swap no longer exists. */
export const goneFailure = (refusal: Refusal): Failure =>
  new Failure<ServerFact>('conflict', {
    reason: 'ObjectGone',
    subject: subjectOf(refusal),
    serverMessage: refusal.text,
  })
