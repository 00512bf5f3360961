import { expect } from '@jest/globals'
import { type ConfigMap, collection } from '../config-map.ts'
import { absent, conflict, expectRefusal, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

async function document(subject: Subject, content: object = { data: { kubelet: 'a' } }): Promise<ConfigMap> {
  return make<ConfigMap>(subject, collection, { metadata: { name: subject.name() }, ...content })
}

const at = ({ metadata: { name } }: Entity): string => `${collection}/${name}`

export const configMaps: readonly Case[] = [
  {
    name: 'configmap: a key may be called as JavaScript calls what every object has',
    async run(subject) {
      const data = { constructor: '1', toString: '2' }
      expect(await make(subject, collection, { metadata: { name: subject.name() }, data })).toMatchObject({ data })
    },
  },
  {
    name: 'configmap: a map without keys is none',
    async run(subject) {
      const made = await document(subject, { data: {}, binaryData: { kubelet: 'AAAA' } })
      expect(made).not.toHaveProperty('data')
      const patch = { data: { a: '1' }, binaryData: { kubelet: null } }
      await subject.request(patchCall(at(made), 'merge', patch))
      const patched = await read<ConfigMap>(subject, at(made))
      expect(patched).toMatchObject({ data: { a: '1' } })
      expect(patched).not.toHaveProperty('binaryData')
    },
  },
  {
    name: 'a new ConfigMap is 201 and complete',
    async run(subject) {
      const name = subject.name()
      subject.afterwards(() => subject.request({ method: 'DELETE', path: `${collection}/${name}` }))
      const reply = await subject.request({
        method: 'POST',
        path: collection,
        body: { metadata: { name }, data: { kubelet: 'a: 1\n' } },
      })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name,
          namespace: 'default',
          uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          resourceVersion: expect.stringMatching(/^\d+$/),
          creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
        data: { kubelet: 'a: 1\n' },
      })
    },
  },
  {
    name: 'an absent ConfigMap is 404 and names itself',
    async run(subject) {
      const name = subject.name()
      expectRefusal(await subject.request({ method: 'GET', path: `${collection}/${name}` }), absent('configmaps', name))
    },
  },
  {
    name: 'a second ConfigMap of the same name already exists',
    async run(subject) {
      const { metadata } = await document(subject)
      const body = { metadata: { name: metadata.name } }
      expectRefusal(await subject.request({ method: 'POST', path: collection, body }), {
        code: 409,
        reason: 'AlreadyExists',
        message: `configmaps "${metadata.name}" already exists`,
        details: { name: metadata.name, kind: 'configmaps' },
      })
    },
  },
  {
    name: 'a replacement of what was read holds, and the same again is a conflict',
    async run(subject) {
      const found = await document(subject)
      const call = { method: 'PUT', path: at(found), body: { ...found, data: { kubelet: 'b' } } }
      expect((await subject.request<ConfigMap>(call)).body.data).toEqual({ kubelet: 'b' })
      expectRefusal(await subject.request(call), conflict('configmaps', found.metadata.name))
    },
  },
  {
    name: 'a replacement without a resourceVersion is unconditional',
    async run(subject) {
      const found = await document(subject)
      const body = { metadata: { name: found.metadata.name }, data: { kubelet: 'c' } }
      expect((await subject.request({ method: 'PUT', path: at(found), body })).status).toBe(200)
    },
  },
  {
    name: 'a replacement of another uid is a conflict',
    async run(subject) {
      const found = await document(subject)
      const uid = '00000000-0000-0000-0000-000000000000'
      const body = { metadata: { name: found.metadata.name, uid } }
      expectRefusal(await subject.request({ method: 'PUT', path: at(found), body }), {
        code: 409,
        reason: 'Conflict',
        message: new RegExp(
          `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found.metadata.uid}`,
        ),
      })
    },
  },
  {
    name: 'a replacement of what does not exist is 404',
    async run(subject) {
      const name = subject.name()
      const call = { method: 'PUT', path: `${collection}/${name}`, body: { metadata: { name } } }
      expectRefusal(await subject.request(call), absent('configmaps', name))
    },
  },
  {
    name: 'a replacement under another name is a bad request',
    async run(subject) {
      const found = await document(subject)
      const call = { method: 'PUT', path: at(found), body: { metadata: { name: 'other' } } }
      expectRefusal(await subject.request(call), {
        code: 400,
        reason: 'BadRequest',
        message: `the name of the object (other) does not match the name on the URL (${found.metadata.name})`,
      })
    },
  },
  {
    name: 'a document of exactly 1 MiB fits',
    async run(subject) {
      const found = await document(subject, { data: { kubelet: 'x'.repeat(1_048_576) } })
      expect(found.data?.['kubelet']).toHaveLength(1_048_576)
    },
  },
  {
    name: 'binaryData comes back as it was sent',
    async run(subject) {
      const found = await document(subject, { binaryData: { a: '/w==' } })
      expect(await read(subject, at(found))).toMatchObject({ binaryData: { a: '/w==' } })
    },
  },
  {
    name: 'an immutable document keeps its data, and takes labels',
    async run(subject) {
      const found = await document(subject, { data: { kubelet: 'a' }, immutable: true })
      expectRefusal(await subject.request(patchCall(at(found), 'merge', { data: { kubelet: 'b' } })), {
        code: 422,
        reason: 'Invalid',
        message: /data: Forbidden: field is immutable when `immutable` is set/,
      })
      const labelled = await subject.request(patchCall(at(found), 'merge', { metadata: { labels: { a: 'b' } } }))
      expect(labelled.body.metadata.labels).toEqual({ a: 'b' })
    },
  },
  {
    name: 'immutable cannot be unset',
    async run(subject) {
      const found = await document(subject, { immutable: true })
      expectRefusal(await subject.request(patchCall(at(found), 'merge', { immutable: null })), {
        code: 422,
        reason: 'Invalid',
        message: /immutable: Forbidden: field is immutable when `immutable` is set/,
      })
    },
  },
  {
    name: 'generateName gives a name with five characters more',
    async run(subject) {
      const prefix = `${subject.name()}-`
      const made = await make(subject, collection, { metadata: { generateName: prefix } })
      expect(made.metadata.name).toMatch(new RegExp(`^${prefix}[a-z0-9]{5}$`))
    },
  },
  {
    name: 'a ConfigMap in a namespace that does not exist is refused with the namespace',
    async run(subject) {
      const namespace = subject.name()
      const call = { method: 'POST', path: pathOf('configmaps', namespace), body: { metadata: { name: 'a' } } }
      expectRefusal(await subject.request(call), absent('namespaces', namespace))
    },
  },
  {
    name: 'deletion answers Success with the name and the uid',
    async run(subject) {
      const { metadata } = await document(subject)
      const reply = await subject.request({ method: 'DELETE', path: `${collection}/${metadata.name}` })
      expect(reply).toMatchObject({
        status: 200,
        body: {
          kind: 'Status',
          status: 'Success',
          details: { name: metadata.name, kind: 'configmaps', uid: metadata.uid },
        },
      })
    },
  },
]
