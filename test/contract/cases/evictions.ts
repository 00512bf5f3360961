import { expect } from '@jest/globals'
import { protobufCall, wrapped } from '../protobuf.ts'
import { absent, expectRefusal, make, patchCall, pathOf, type Refused, read } from '../requests.ts'
import type { Call, Case, Entity, Subject } from '../subject.ts'

const collection = pathOf('pods')
const eviction = { apiVersion: 'policy/v1', kind: 'Eviction' }
const success = { status: 201, body: { kind: 'Status', apiVersion: 'v1', status: 'Success', code: 201 } }

interface Pod extends Entity {
  readonly status: { readonly conditions?: readonly object[] }
}

/** On no node, so that it goes at once. */
const ownPod = (subject: Subject, finalizers: readonly string[] = []): Promise<Pod> =>
  make(subject, collection, {
    metadata: { name: subject.name(), finalizers },
    spec: { nodeSelector: { no: 'such' }, containers: [{ name: 'c', image: 'a' }] },
  })

const evict = (name: string, body: object, more: Partial<Call> = {}): Call => ({
  method: 'POST',
  path: `${collection}/${name}/eviction`,
  body: { ...eviction, metadata: { name }, ...body },
  ...more,
})

const refused: readonly (readonly [string, object, Refused])[] = [
  [
    'of another name',
    { metadata: { name: 'another' } },
    { code: 400, reason: 'BadRequest', message: 'name in URL does not match name in Eviction object' },
  ],
  [
    'without a name',
    { metadata: {} },
    { code: 400, reason: 'BadRequest', message: 'name in URL does not match name in Eviction object' },
  ],
  [
    'of another kind',
    { kind: 'Pod' },
    { code: 400, reason: 'BadRequest', message: /^Pod in version "v1" cannot be handled as a Eviction: / },
  ],
  [
    'of another uid',
    { deleteOptions: { preconditions: { uid: 'another' } } },
    {
      code: 409,
      reason: 'Conflict',
      message: /^Operation cannot be fulfilled on Pod ".*": the UID in the precondition/,
    },
  ],
  [
    'with an unknown policy',
    { deleteOptions: { propagationPolicy: 'Later' } },
    {
      code: 422,
      reason: 'Invalid',
      message: /^DeleteOptions\.meta\.k8s\.io "" is invalid: propagationPolicy: Unsupported/,
    },
  ],
]

export const evictions: readonly Case[] = [
  ...refused.map(
    ([what, body, expected]): Case => ({
      name: `eviction: ${what} it is refused, and the pod stays`,
      async run(subject) {
        const { metadata } = await ownPod(subject)
        expectRefusal(await subject.request(evict(metadata.name, body)), expected)
        expect((await read(subject, `${collection}/${metadata.name}`)).metadata.deletionTimestamp).toBeUndefined()
      },
    }),
  ),
  {
    name: 'eviction: the pod is deleted',
    async run(subject) {
      const { metadata } = await ownPod(subject)
      expect(await subject.request(evict(metadata.name, {}))).toMatchObject(success)
      const gone = await subject.request({ method: 'GET', path: `${collection}/${metadata.name}` })
      expectRefusal(gone, absent('pods', metadata.name))
    },
  },
  {
    name: 'eviction: in protobuf, as kubectl drain sends it',
    async run(subject) {
      const { metadata } = await ownPod(subject)
      const body = wrapped({ 1: { 1: metadata.name, 3: 'default' }, 2: { 1: 0 } }, eviction)
      const path = `${collection}/${metadata.name}/eviction`
      expect(await subject.request(protobufCall('POST', path, body))).toMatchObject(success)
    },
  },
  {
    name: 'eviction: a pod that is kept says why it goes',
    async run(subject) {
      const { metadata } = await ownPod(subject, ['example.com/hold'])
      const path = `${collection}/${metadata.name}`
      subject.afterwards(() => subject.request(patchCall(path, 'merge', { metadata: { finalizers: null } })))
      expect(await subject.request(evict(metadata.name, {}))).toMatchObject(success)
      const { metadata: now, status } = await read<Pod>(subject, path)
      expect(now.deletionTimestamp).toBeDefined()
      expect(status.conditions).toContainEqual(
        expect.objectContaining({
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'EvictionByEvictionAPI',
          message: 'Eviction API: evicting',
        }),
      )
    },
  },
  {
    name: 'eviction: a dry run changes nothing',
    async run(subject) {
      const found = await ownPod(subject)
      const { name } = found.metadata
      expect(await subject.request(evict(name, {}, { query: { dryRun: 'All' } }))).toMatchObject(success)
      expect(await subject.request(evict(name, { deleteOptions: { dryRun: ['All'] } }))).toMatchObject(success)
      expect((await read(subject, `${collection}/${name}`)).metadata.deletionTimestamp).toBeUndefined()
    },
  },
  {
    name: 'eviction: a pod that does not exist is not found',
    async run(subject) {
      const name = subject.name()
      expectRefusal(await subject.request(evict(name, {})), absent('pods', name))
    },
  },
  {
    name: 'eviction: who may delete pods needs another right for it',
    async run(subject) {
      const [user, name] = [subject.name(), subject.name()]
      expectRefusal(await subject.request(evict(name, {}, { user })), {
        code: 403,
        reason: 'Forbidden',
        message: `pods "${name}" is forbidden: User "${user}" cannot create resource "pods/eviction" in API group "" in the namespace "default"`,
      })
    },
  },
  {
    name: 'eviction: there is nothing to read',
    async run(subject) {
      const reply = await subject.request({ method: 'GET', path: `${collection}/${subject.name()}/eviction` })
      expect(reply.status).toBe(405)
    },
  },
]
