import { expect } from '@jest/globals'
import { expectRefusal, good, make, patchCall, pathOf } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

interface Held extends Entity {
  readonly metadata: Entity['metadata'] & { readonly finalizers?: readonly string[] }
}

const collection = pathOf('configmaps')
const hold = 'example.com/hold'

/** The path of a document that is deleted and held. */
async function dying(subject: Subject): Promise<{ name: string; path: string }> {
  const name = subject.name()
  const path = `${collection}/${name}`
  await make(subject, collection, { metadata: { name, finalizers: [hold] } })
  subject.afterwards(() => subject.request(patchCall(path, 'merge', { metadata: { finalizers: null } })))
  good(await subject.request({ method: 'DELETE', path }))
  return { name, path }
}

export const finalizers: readonly Case[] = [
  {
    name: 'finalizers: a name without a domain is for the system',
    async run(subject) {
      const name = subject.name()
      const body = { metadata: { name, finalizers: ['hold'] } }
      expectRefusal(await subject.request({ method: 'POST', path: collection, body }), {
        code: 422,
        reason: 'Invalid',
        message: `ConfigMap "${name}" is invalid: metadata.finalizers[0]: Invalid value: "hold": name is neither a standard finalizer name nor is it fully qualified`,
      })
    },
  },
  {
    name: 'finalizers: none is added to what is being deleted',
    async run(subject) {
      const { name, path } = await dying(subject)
      const call = patchCall(path, 'merge', { metadata: { finalizers: [hold, 'example.com/more'] } })
      expectRefusal(await subject.request(call), {
        code: 422,
        reason: 'Invalid',
        message: `ConfigMap "${name}" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/more"}`,
      })
    },
  },
  {
    name: 'finalizers: what is being deleted can still be written',
    async run(subject) {
      const { path } = await dying(subject)
      expect(good(await subject.request(patchCall(path, 'merge', { data: { a: '1' } })))).toMatchObject({
        data: { a: '1' },
      })
    },
  },
  {
    name: 'finalizers: a second deletion, in the foreground, adds its own',
    async run(subject) {
      const { path } = await dying(subject)
      const query = { propagationPolicy: 'Foreground' }
      const { metadata } = good(await subject.request<Held>({ method: 'DELETE', path, query }))
      expect(metadata.finalizers).toEqual([hold, 'foregroundDeletion'])
    },
  },
]
