import { expect } from '@jest/globals'
import { expectRefusal, good, make, patchCall, pathOf, type Refused } from '../requests.ts'
import type { Case, Entity } from '../subject.ts'

interface Listing extends Entity {
  readonly items: readonly Entity[]
}

const collection = pathOf('configmaps')

const wrong: readonly (readonly [string, Readonly<Record<string, string>>, Refused])[] = [
  [
    'a match without a resourceVersion',
    { resourceVersionMatch: 'NotOlderThan' },
    {
      code: 422,
      reason: 'Invalid',
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    },
  ],
  [
    'a resourceVersion that is no number',
    { resourceVersion: 'x' },
    {
      code: 400,
      reason: 'BadRequest',
      message:
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    },
  ],
  [
    'a limit that is no number',
    { limit: 'x' },
    { code: 400, reason: 'BadRequest', message: 'strconv.ParseInt: parsing "x": invalid syntax' },
  ],
  [
    'a time limit that is no number',
    { watch: 'true', timeoutSeconds: 'x' },
    { code: 400, reason: 'BadRequest', message: 'strconv.ParseInt: parsing "x": invalid syntax' },
  ],
]

const past: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['asked for by its match', { resourceVersionMatch: 'Exact' }],
  ['asked for by a limit', { limit: '10' }],
]

export const listOptions: readonly Case[] = [
  ...wrong.map(
    ([what, query, refused]): Case => ({
      name: `a list with ${what} is refused`,
      async run(subject) {
        expectRefusal(await subject.request({ method: 'GET', path: collection, query }), refused)
      },
    }),
  ),
  ...past.map(
    ([how, query]): Case => ({
      name: `a list of the past, ${how}, is as it was then`,
      async run(subject) {
        const own = subject.name()
        const found = await make(subject, collection, { metadata: { name: own, labels: { own } }, data: { a: '1' } })
        const { resourceVersion } = found.metadata
        good(await subject.request(patchCall(`${collection}/${own}`, 'merge', { data: { a: '2' } })))
        const call = {
          method: 'GET',
          path: collection,
          query: { resourceVersion, labelSelector: `own=${own}`, ...query },
        }
        const { metadata, items } = good(await subject.request<Listing>(call))
        expect(metadata.resourceVersion).toBe(resourceVersion)
        expect(items).toMatchObject([{ data: { a: '1' } }])
      },
    }),
  ),
  {
    name: 'a list with a limit below zero has none',
    async run(subject) {
      const { status, body } = await subject.request<Listing>({
        method: 'GET',
        path: collection,
        query: { limit: '-1' },
      })
      expect(status).toBe(200)
      expect(body.metadata.continue).toBeUndefined()
    },
  },
  {
    name: 'a continued list takes no resourceVersion',
    async run(subject) {
      const own = subject.name()
      for (const part of ['a', 'b'])
        await make(subject, collection, { metadata: { name: `${own}-${part}`, labels: { own } } })
      const query = { labelSelector: `own=${own}`, limit: '1' }
      const { metadata } = good(await subject.request<Listing>({ method: 'GET', path: collection, query }))
      const more = { ...query, continue: metadata.continue ?? '', resourceVersion: metadata.resourceVersion }
      expectRefusal(await subject.request({ method: 'GET', path: collection, query: more }), {
        code: 400,
        reason: 'BadRequest',
        message: 'specifying resource version is not allowed when using continue',
      })
    },
  },
]
