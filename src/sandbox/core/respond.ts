import type { Answer } from '../interface/request.ts'
import { tableOf } from './columns/table.ts'
import type { Call } from './model/api.ts'
import { isObject } from './model/object.ts'
import { formOf } from './request/accept.ts'

/** Status code and body of an answer. */
export interface Outcome {
  readonly status: number
  readonly body: unknown
}

/** The answer in the form that the Accept header requests. */
export function respond(call: Call, now: number, { status, body }: Outcome): Answer {
  const form = formOf(call.headers)
  const { warnings } = call
  const isStatus = isObject(body) && body['kind'] === 'Status'
  return {
    kind: 'answer',
    status,
    ...(warnings.length > 0 && { headers: { warning: warnings.map(warningText).join(', ') } }),
    body: form === 'table' && !isStatus ? tableOf(call, now, body as object) : body,
  }
}

/** RFC 7234, 5.5. */
const warningText = (text: string): string => `299 - ${JSON.stringify(text)}`
