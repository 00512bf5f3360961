import { Failure } from '../../message/failure.ts'
import type { Refusal } from '../http/answer.ts'
import { subjectOfRequest } from '../http/refusal.ts'
import { ObjectGone } from '../ports/server-messages.ts'

/** The object of a compare-and-swap no longer exists. */
export const goneFailure = (refusal: Refusal): Failure =>
  new Failure(
    'conflict',
    ObjectGone({
      subject: subjectOfRequest(refusal),
      serverMessage: refusal.text,
    }),
  )
