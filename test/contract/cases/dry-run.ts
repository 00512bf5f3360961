import { expect } from '@jest/globals'
import { absent, expectRefusal, good, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case } from '../subject.ts'

const collection = pathOf('configmaps')

export const dryRuns: readonly Case[] = [
  {
    name: 'dry run: a new object is answered with 201 and not there',
    async run(subject) {
      const name = subject.name()
      const call = { method: 'POST', path: collection, query: { dryRun: 'All' }, body: { metadata: { name } } }
      const { status, body } = await subject.request(call)
      expect(status).toBe(201)
      expect(body.metadata).toEqual({
        name,
        namespace: 'default',
        uid: expect.any(String),
        creationTimestamp: expect.any(String),
      })
      expectRefusal(await subject.request({ method: 'GET', path: `${collection}/${name}` }), absent('configmaps', name))
    },
  },
  {
    name: 'dry run: a patch is answered with what would be, under the old resourceVersion',
    async run(subject) {
      const found = await make(subject, collection, { metadata: { name: subject.name() }, data: { a: '1' } })
      const path = `${collection}/${found.metadata.name}`
      const call = { ...patchCall(path, 'merge', { data: { a: '2' } }), query: { dryRun: 'All' } }
      const reply = good(await subject.request(call))
      expect(reply).toMatchObject({ data: { a: '2' }, metadata: { resourceVersion: found.metadata.resourceVersion } })
      expect(await read(subject, path)).toEqual(found)
    },
  },
  {
    name: 'dry run: a deletion is refused or not, and leaves the object',
    async run(subject) {
      const found = await make(subject, collection, { metadata: { name: subject.name() } })
      const path = `${collection}/${found.metadata.name}`
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] }
      expect((await subject.request({ method: 'DELETE', path, body })).status).toBe(200)
      expect(await read(subject, path)).toEqual(found)
    },
  },
  {
    name: 'dry run: another value than All is refused',
    async run(subject) {
      const call = {
        method: 'POST',
        path: collection,
        query: { dryRun: 'Some' },
        body: { metadata: { name: subject.name() } },
      }
      expectRefusal(await subject.request(call), {
        code: 422,
        reason: 'Invalid',
        message: /dryRun: Unsupported value: .*supported values: "All"/s,
      })
    },
  },
]
