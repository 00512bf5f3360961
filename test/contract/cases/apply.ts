import { expect } from '@jest/globals'
import { type ConfigMap, collection, configMap } from '../config-map.ts'
import { expectRefusal, good, patchCall, removeNow } from '../requests.ts'
import type { Case } from '../subject.ts'

export const applies: readonly Case[] = [
  {
    name: 'an applied object that does not exist is made',
    async run(subject) {
      const name = subject.name()
      const path = `${collection}/${name}`
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { a: '1' } }
      const call = { ...patchCall(path, 'apply', body), query: { fieldManager: 'contract', force: 'true' } }
      subject.afterwards(() => removeNow(subject, path))
      const first = await subject.request(call)
      expect(first.status).toBe(201)
      const second = await subject.request(call)
      expect(second.status).toBe(200)
      expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion)
    },
  },
  {
    name: 'apply takes back a field that its manager no longer names',
    async run(subject) {
      const name = subject.name()
      const path = `${collection}/${name}`
      const apply = (data: object) => ({
        ...patchCall(path, 'apply', {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name, namespace: 'default' },
          data,
        }),
        query: { fieldManager: 'contract', force: 'true' },
      })
      subject.afterwards(() => removeNow(subject, path))
      good(await subject.request(apply({ a: '1', b: '2' })))
      expect(good(await subject.request<ConfigMap>(apply({ a: '1' }))).data).toEqual({ a: '1' })
    },
  },
  {
    name: 'apply without force conflicts with another manager, by name',
    async run(subject) {
      const name = subject.name()
      const path = `${collection}/${name}`
      subject.afterwards(() => removeNow(subject, path))
      const body = (a: string) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'default' },
        data: { a },
      })
      good(await subject.request({ ...patchCall(path, 'apply', body('1')), query: { fieldManager: 'one' } }))
      expectRefusal(await subject.request({ ...patchCall(path, 'apply', body('2')), query: { fieldManager: 'two' } }), {
        code: 409,
        reason: 'Conflict',
        message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
        details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.a' }] },
      })
    },
  },
  {
    name: 'apply without a field manager is a bad request',
    async run(subject) {
      const { path } = await configMap(subject)
      expectRefusal(await subject.request(patchCall(path, 'apply', { apiVersion: 'v1', kind: 'ConfigMap' })), {
        code: 422,
        reason: 'Invalid',
        message: /fieldManager: Required value: is required for apply patch/,
      })
    },
  },
]
