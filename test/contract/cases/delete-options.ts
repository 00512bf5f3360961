import { expect } from '@jest/globals'
import { expectRefusal, make, pathOf, type Refused, read } from '../requests.ts'
import type { Call, Case } from '../subject.ts'

const collection = pathOf('configmaps')

const invalid = (message: string): Refused => ({
  code: 422,
  reason: 'Invalid',
  message: `DeleteOptions.meta.k8s.io "" is invalid: ${message}`,
  details: { group: 'meta.k8s.io', kind: 'DeleteOptions' },
})

const unfit = (message: string): Refused => ({ code: 400, reason: 'BadRequest', message })

const wrong: readonly (readonly [string, Partial<Call>, Refused])[] = [
  [
    'a dry run other than All',
    { body: { dryRun: ['None'] } },
    invalid('dryRun: Unsupported value: ["None"]: supported values: "All"'),
  ],
  [
    'an unknown policy',
    { body: { propagationPolicy: 'Later' } },
    invalid(
      'propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"',
    ),
  ],
  [
    'a grace period that is no number, in the query',
    { query: { gracePeriodSeconds: 'soon' } },
    unfit('strconv.ParseInt: parsing "soon": invalid syntax'),
  ],
  [
    'a grace period that is no number, in the body',
    { body: { gracePeriodSeconds: 'soon' } },
    unfit('json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64'),
  ],
]

export const deleteOptions: readonly Case[] = [
  ...wrong.map(
    ([what, call, refused]): Case => ({
      name: `deletion: ${what} is refused, and nothing is deleted`,
      async run(subject) {
        const found = await make(subject, collection, { metadata: { name: subject.name() } })
        const path = `${collection}/${found.metadata.name}`
        expectRefusal(await subject.request({ method: 'DELETE', path, ...call }), refused)
        expect(await read(subject, path)).toEqual(found)
      },
    }),
  ),
  {
    name: 'deletion: namespaces go one by one',
    async run(subject) {
      const call = { method: 'DELETE', path: pathOf('namespaces'), query: { labelSelector: 'none=such' } }
      expectRefusal(await subject.request(call), {
        code: 405,
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
      })
    },
  },
]
