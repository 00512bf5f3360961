import type { Answer } from '../api.ts'
import type { Call } from './api.ts'
import type { Outcome } from './handle.ts'
import { isObject } from './object.ts'
import { Refusal } from './refusal.ts'
import { tableOf } from './table.ts'

type Headers = Readonly<Record<string, string>>
export type Form = 'json' | 'table'

/** The first form in an Accept header that the sandbox can give. */
export function formOf({ accept = '*/*' }: Headers): Form {
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    if (!['application/json', 'application/*', '*/*'].includes(type)) continue
    const as = parameters.find((parameter) => parameter.startsWith('as='))
    if (as === undefined) return 'json'
    if (as === 'as=Table' && parameters.includes('v=v1')) return 'table'
  }
  throw new Refusal(
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/json;as=Table;v=v1;g=meta.k8s.io',
    { details: {} },
  )
}

/** The answer in the form that was asked for. */
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
