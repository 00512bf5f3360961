import { Refusal } from '../model/refusal.ts'

type Headers = Readonly<Record<string, string>>
export type Form = 'json' | 'table'

/** The first form in an Accept header that the sandbox supports. */
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
