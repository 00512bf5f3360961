import { expect } from '@jest/globals'
import { type ConfigMap, collection, configMap } from '../config-map.ts'
import { absent, conflict, expectRefusal, good, type PatchType, patchCall, read } from '../requests.ts'
import type { Case } from '../subject.ts'

const changes: readonly (readonly [string, PatchType, unknown, object | undefined])[] = [
  ['a merge patch removes a key with null', 'merge', { data: { a: null } }, { b: '2' }],
  ['a merge patch adds a key', 'merge', { data: { c: '3' } }, { a: '1', b: '2', c: '3' }],
  ['a strategic patch of a map merges', 'strategic', { data: { a: '9' } }, { a: '9', b: '2' }],
  ['a strategic patch replaces a map when told', 'strategic', { data: { $patch: 'replace', c: '3' } }, { c: '3' }],
  ['a JSON patch replaces a value', 'json', [{ op: 'replace', path: '/data/a', value: '9' }], { a: '9', b: '2' }],
  [
    'a JSON patch adds and removes',
    'json',
    [
      { op: 'add', path: '/data/c', value: '3' },
      { op: 'remove', path: '/data/a' },
    ],
    { b: '2', c: '3' },
  ],
  [
    'a JSON patch whose test holds is done',
    'json',
    [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'remove', path: '/data' },
    ],
    undefined,
  ],
  [
    'a JSON patch tests with null that nothing is there',
    'json',
    [
      { op: 'test', path: '/data/c', value: null },
      { op: 'test', path: '/binaryData', value: null },
      { op: 'add', path: '/data/c', value: '3' },
    ],
    { a: '1', b: '2', c: '3' },
  ],
]

const rejected: readonly (readonly [
  string,
  PatchType,
  unknown,
  { code: number; reason: string; message: string | RegExp },
])[] = [
  [
    'a broken JSON patch is a bad request',
    'json',
    '{"nonsense',
    { code: 400, reason: 'BadRequest', message: 'invalid JSON patch' },
  ],
  [
    'a broken merge patch is a bad request',
    'merge',
    '{"nonsense',
    { code: 400, reason: 'BadRequest', message: 'invalid JSON patch' },
  ],
  [
    'a broken strategic patch is a bad request',
    'strategic',
    '{"nonsense',
    { code: 400, reason: 'BadRequest', message: 'invalid JSON patch' },
  ],
  [
    'a JSON patch whose test fails is 422 without details',
    'json',
    [{ op: 'test', path: '/data/a', value: '2' }],
    { code: 422, reason: 'Invalid', message: 'the server rejected our request due to an error in our request' },
  ],
  [
    'a JSON patch that tests with null what is there is 422',
    'json',
    [{ op: 'test', path: '/data/a', value: null }],
    { code: 422, reason: 'Invalid', message: 'the server rejected our request due to an error in our request' },
  ],
  [
    'a JSON patch that tests with null below what is not there is 422',
    'json',
    [{ op: 'test', path: '/binaryData/a', value: null }],
    { code: 422, reason: 'Invalid', message: 'the server rejected our request due to an error in our request' },
  ],
  [
    'a JSON patch that removes what is not there is 422',
    'json',
    [{ op: 'remove', path: '/data/nothing' }],
    { code: 422, reason: 'Invalid', message: 'the server rejected our request due to an error in our request' },
  ],
]

export const patches: readonly Case[] = [
  ...changes.map(
    ([name, type, body, data]): Case => ({
      name,
      async run(subject) {
        const { path } = await configMap(subject)
        expect(good(await subject.request<ConfigMap>(patchCall(path, type, body))).data).toEqual(data)
        expect((await read<ConfigMap>(subject, path)).data).toEqual(data)
      },
    }),
  ),
  ...rejected.map(
    ([name, type, body, refused]): Case => ({
      name,
      async run(subject) {
        const { path } = await configMap(subject)
        expectRefusal(await subject.request(patchCall(path, type, body)), refused)
      },
    }),
  ),
  ...(['merge', 'strategic'] as const).map(
    (type): Case => ({
      name: `a ${type} patch of an old resourceVersion is a conflict`,
      async run(subject) {
        const { found, path } = await configMap(subject)
        const { resourceVersion } = found.metadata
        const patch = (a: string) => patchCall(path, type, { metadata: { resourceVersion }, data: { a } })
        good(await subject.request(patch('2')))
        expectRefusal(await subject.request(patch('3')), conflict('configmaps', found.metadata.name))
      },
    }),
  ),
  {
    name: 'a patch that changes nothing keeps the resourceVersion',
    async run(subject) {
      const { found, path } = await configMap(subject)
      const { metadata } = good(await subject.request(patchCall(path, 'merge', { data: { a: '1' } })))
      expect(metadata.resourceVersion).toBe(found.metadata.resourceVersion)
    },
  },
  {
    name: 'a patch of what does not exist is 404',
    async run(subject) {
      const name = subject.name()
      expectRefusal(await subject.request(patchCall(`${collection}/${name}`, 'merge', {})), absent('configmaps', name))
    },
  },
  {
    name: 'an unknown type of patch is unsupported',
    async run(subject) {
      const { path } = await configMap(subject)
      const call = { method: 'PATCH', path, contentType: 'application/x-yaml', body: {} }
      expectRefusal(await subject.request(call), {
        code: 415,
        reason: 'UnsupportedMediaType',
        message: /^415: Unsupported Media Type|^the body of the request was in an unknown format/,
      })
    },
  },
  {
    name: 'a name cannot be patched away',
    async run(subject) {
      const { found, path } = await configMap(subject)
      expectRefusal(await subject.request(patchCall(path, 'merge', { metadata: { name: 'other' } })), {
        code: 400,
        reason: 'BadRequest',
        message: `the name of the object (other) does not match the name on the URL (${found.metadata.name})`,
      })
    },
  },
]
