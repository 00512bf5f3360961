import { expect } from '@jest/globals'
import { collection, configMap } from '../config-map.ts'
import { type Fields, protobufCall, protobufType, wrapped } from '../protobuf.ts'
import { good, pathOf, read } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

const metadata = { 1: 'name', 8: { 1: 0 } }
const named = (name: string): Fields => ({ 1: { ...metadata, 1: name } })
const dryRun = { dryRun: 'All' }

interface Created extends Entity {
  readonly data?: object
  readonly binaryData?: object
}

async function create(subject: Subject, body: Uint8Array, query = {}) {
  return subject.request<Created>({ ...protobufCall('POST', collection, body), query: { ...dryRun, ...query } })
}

const accepted: readonly (readonly [string, (name: string) => Uint8Array, object])[] = [
  ['a ConfigMap', (name) => wrapped({ ...named(name), 2: { 1: 'a', 2: '1' } }), { data: { a: '1' } }],
  ['without a kind', (name) => wrapped(named(name), { kind: '' }), { kind: 'ConfigMap' }],
  ['without a version', (name) => wrapped(named(name), { apiVersion: '' }), { apiVersion: 'v1' }],
  ['unknown fields', (name) => wrapped({ ...named(name), 77: 'x', 78: 5 }), { kind: 'ConfigMap' }],
  ['bytes', (name) => wrapped({ ...named(name), 3: { 1: 'a', 2: Buffer.from([255]) } }), { binaryData: { a: '/w==' } }],
  ['metadata in two parts', (name) => wrapped({ 1: [{ 1: name }, { 3: 'default' }] }), { kind: 'ConfigMap' }],
  [
    'text that is not UTF-8',
    (name) => wrapped({ ...named(name), 2: { 1: 'a', 2: Buffer.from([255]) } }),
    { data: { a: '\ufffd' } },
  ],
  ['another encoding in the envelope', (name) => wrapped(named(name), { more: { 3: 'gzip' } }), { kind: 'ConfigMap' }],
]

export const protobuf: readonly Case[] = [
  ...accepted.map(
    ([what, body, expected]): Case => ({
      name: `protobuf: ${what}`,
      async run(subject) {
        const name = subject.name()
        const reply = await create(subject, body(name), { fieldValidation: 'Strict' })
        expect(reply).toMatchObject({ status: 201, body: { metadata: { name }, ...expected } })
      },
    }),
  ),
  {
    name: 'protobuf: parameters of the media type do not matter, nor does its case',
    async run(subject) {
      const call = { ...protobufCall('POST', collection, wrapped(named(subject.name()))), query: dryRun }
      for (const contentType of [`${protobufType};charset=utf-8`, protobufType.toUpperCase()])
        expect(await subject.request({ ...call, contentType })).toMatchObject({ status: 201 })
    },
  },
  {
    name: 'protobuf: who accepts JSON as well may get it',
    async run(subject) {
      const { path } = await configMap(subject)
      const { status } = await subject.request({ method: 'GET', path, accept: `${protobufType},application/json` })
      expect(status).toBe(200)
    },
  },
  {
    name: 'protobuf: a quantity, an integer and a pod with a resize policy',
    async run(subject) {
      const container = {
        1: 'c',
        2: 'a',
        8: { 2: { 1: 'cpu', 2: { 1: '1500m' } } },
        23: { 1: 'cpu', 2: 'NotRequired' },
      }
      const pod = { 1: { 1: subject.name() }, 2: { 2: container, 4: 7 } }
      const body = wrapped(pod, { kind: 'Pod' })
      const reply = await subject.request({ ...protobufCall('POST', pathOf('pods'), body), query: dryRun })
      expect(good(reply)).toMatchObject({
        spec: {
          terminationGracePeriodSeconds: 7,
          containers: [
            {
              resources: { requests: { cpu: '1500m' } },
              resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
            },
          ],
        },
      })
    },
  },
  {
    name: 'protobuf: options of deletion',
    async run(subject) {
      const { found, path } = await configMap(subject)
      const options = (uid: string) => wrapped({ 2: { 1: uid } }, { kind: 'DeleteOptions' })
      expect(await subject.request(protobufCall('DELETE', path, options('other')))).toMatchObject({ status: 409 })
      expect(await read(subject, path)).toEqual(found)
      expect(await subject.request(protobufCall('DELETE', path, options(found.metadata.uid)))).toMatchObject({
        status: 200,
      })
    },
  },
  {
    name: 'protobuf: an access review',
    async run(subject) {
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
      const kind = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' }
      const call = protobufCall('POST', path, wrapped({ 2: { 1: { 2: 'get', 5: 'pods' } } }, kind))
      expect(await subject.request({ ...call, user: subject.name() })).toMatchObject({
        status: 201,
        body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } }, status: { allowed: false } },
      })
    },
  },
]
