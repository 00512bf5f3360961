import { expect } from '@jest/globals'
import { expectRefusal, good, patchCall, pathOf, removeNow } from '../requests.ts'
import type { Call, Case, Entity, Subject } from '../subject.ts'
import { core, eventuallyAllowed, userWith } from '../users.ts'

interface Managed extends Entity {
  readonly metadata: Entity['metadata'] & { readonly managedFields?: readonly { manager: string; operation: string }[] }
}

const collection = pathOf('configmaps')
/** The server's clock for managers goes by seconds. */
const secondMs = 1100

const applyCall = (name: string, fieldManager: string, content: object): Call => ({
  ...patchCall(`${collection}/${name}`, 'apply', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    ...content,
  }),
  query: { fieldManager },
})

const mergeCall = (name: string, fieldManager: string, data: object): Call => ({
  ...patchCall(`${collection}/${name}`, 'merge', { data }),
  query: { fieldManager },
})

const managersOf = ({ metadata: { managedFields = [] } }: Managed): string[] =>
  managedFields.map(({ manager, operation }) => `${manager} ${operation}`)

/** A document that `one` has applied and to which `two` has added. */
async function shared(subject: Subject): Promise<{ name: string; version: string }> {
  const name = subject.name()
  subject.afterwards(() => removeNow(subject, `${collection}/${name}`))
  good(await subject.request(applyCall(name, 'one', { data: { a: '1' } })))
  const { metadata } = good(await subject.request(mergeCall(name, 'two', { b: '1' })))
  await subject.pass(secondMs)
  return { name, version: metadata.resourceVersion }
}

const vain: readonly (readonly [string, (name: string) => Call])[] = [
  ['an apply of the same again', (name) => applyCall(name, 'one', { data: { a: '1' } })],
  ['a patch by its manager to what is there', (name) => mergeCall(name, 'two', { b: '1' })],
  ['a patch by another to what is there', (name) => mergeCall(name, 'three', { b: '1' })],
]

export const fieldManagers: readonly Case[] = [
  ...vain.map(
    ([what, callOf]): Case => ({
      name: `managers: ${what} writes nothing, even a second later`,
      async run(subject) {
        const { name, version } = await shared(subject)
        const found = good(await subject.request<Managed>(callOf(name)))
        expect(found.metadata.resourceVersion).toBe(version)
        expect(managersOf(found)).toEqual(['one Apply', 'two Update'])
      },
    }),
  ),
  {
    name: 'managers: who owns nothing any more is not listed',
    async run(subject) {
      const { name } = await shared(subject)
      const found = good(await subject.request<Managed>(mergeCall(name, 'three', { b: null })))
      expect(managersOf(found)).toEqual(['one Apply'])
    },
  },
  {
    name: 'apply takes no field that the kind does not have, whatever fieldValidation says',
    async run(subject) {
      const name = subject.name()
      const reply = await subject.request(applyCall(name, 'one', { colour: 'red' }))
      const message = `failed to create typed patch object (/${name}; /v1, Kind=ConfigMap): .colour: field not declared in schema`
      expect(reply).toMatchObject({ status: 500, body: { kind: 'Status', code: 500, message } })
      expect((await subject.request({ method: 'GET', path: `${collection}/${name}` })).status).toBe(404)
    },
  },
  {
    name: 'apply of an object with a uid that is not there is a conflict',
    async run(subject) {
      const name = subject.name()
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, uid: 'gone' } }
      const call = { ...patchCall(`${collection}/${name}`, 'apply', body), query: { fieldManager: 'one' } }
      expectRefusal(await subject.request(call), {
        code: 409,
        reason: 'Conflict',
        message: `Operation cannot be fulfilled on configmaps "${name}": uid mismatch: the provided object specified uid gone, and no existing object was found`,
      })
    },
  },
  {
    name: 'apply creates only for those who may create',
    async run(subject) {
      const user = await userWith(subject, [core('configmaps', ['patch'])])
      await eventuallyAllowed(subject, user, { verb: 'patch', resource: 'configmaps', namespace: 'default' })
      const name = subject.name()
      expectRefusal(await subject.request({ ...applyCall(name, 'one', {}), user }), {
        code: 403,
        reason: 'Forbidden',
        message: `configmaps "${name}" is forbidden: User "${user}" cannot create resource "configmaps" in API group "" in the namespace "default"`,
      })
    },
  },
]
