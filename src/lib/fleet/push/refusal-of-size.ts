import { configMapOf, type Target } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
import { DocumentTooLarge, type PushFact } from './push-messages.ts'

/** The limit of the API server for the sum of all values of a ConfigMap, in bytes. */
const limit = 1_048_576

/** Why a ConfigMap does not hold a text, beside so many bytes of other keys. */
export function refusalOfSize(target: Target, body: string, extraBytes = 0): readonly Failure<PushFact>[] {
  const bytes = new TextEncoder().encode(body).length + extraBytes
  return bytes > limit ? [new Failure('invalid', DocumentTooLarge({ subject: configMapOf(target), bytes, limit }))] : []
}
