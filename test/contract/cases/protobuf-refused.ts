import { collection } from '../config-map.ts'
import { type Fields, protobufCall, wrapped } from '../protobuf.ts'
import { expectRefusal, pathOf, type Refused } from '../requests.ts'
import type { Case } from '../subject.ts'

const configMap: Fields = { 1: { 1: 'a' } }
const bad = (message: string): Refused => ({ code: 400, reason: 'BadRequest', message })
const unrecognized = (why: string): Refused =>
  bad(`the object provided is unrecognized (must be of type ConfigMap): ${why}`)
const unfit = (kind: string, why: string): Refused =>
  bad(`${kind} in version "v1" cannot be handled as a ConfigMap: ${why}`)
const prefix = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'
const whole = wrapped(configMap)

/** Bytes after those of a ConfigMap. */
const followed = (...bytes: readonly number[]): Uint8Array =>
  wrapped(Buffer.concat([Buffer.from('0a030a0161', 'hex'), Buffer.from(bytes)]))

const refused: readonly (readonly [string, Uint8Array, Refused])[] = [
  ['nothing', Buffer.alloc(0), unrecognized('empty data (<empty>)')],
  ['nothing but the prefix', Buffer.from('k8s\0'), unrecognized('empty body (6b387300)')],
  ['half a prefix', Buffer.from('k8'), unrecognized(`${prefix} (6b38)`)],
  ['another prefix', Buffer.from('k9s\0abc'), unrecognized(`${prefix} (6b397300616263)`)],
  ['JSON', Buffer.from('{"metadata":{}}'), unrecognized(`${prefix} ({"metadata":{}})`)],
  [
    'half an envelope',
    whole.subarray(0, -3),
    unrecognized('unexpected EOF (6b3873000a0f0a0276311209436f6e6669674d617012050a03)'),
  ],
  ['half a message', wrapped(Buffer.from('0a030a01', 'hex')), unfit('ConfigMap', 'unexpected EOF')],
  [
    'a kind that does not exist',
    wrapped(configMap, { kind: 'Foo' }),
    unfit('Foo', 'no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"'),
  ],
  [
    'another kind',
    wrapped(configMap, { kind: 'Secret' }),
    unfit('Secret', 'converting (v1.Secret) to (core.ConfigMap): unknown conversion'),
  ],
  [
    'a kind of another group',
    wrapped(configMap, { apiVersion: 'apps/v1', kind: 'DaemonSet' }),
    unfit('DaemonSet', 'converting (v1.DaemonSet) to (core.ConfigMap): unknown conversion'),
  ],
  ['a number for metadata', followed(0x08, 5), unfit('ConfigMap', 'proto: wrong wireType = 0 for field ObjectMeta')],
  ['the end of a group', followed(0x14), unfit('ConfigMap', 'proto: ConfigMap: wiretype end group for non-group')],
  ['a field without a number', followed(0), unfit('ConfigMap', 'proto: ConfigMap: illegal tag 0 (wire type 0)')],
  ['an unknown type of the wire', followed(0xef, 0x04), unfit('ConfigMap', 'proto: illegal wireType 7')],
  ['a length beyond the end', followed(0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f), unfit('ConfigMap', 'unexpected EOF')],
  [
    'a negative length',
    followed(0x0a, ...Array(9).fill(0xff), 1),
    unfit('ConfigMap', 'proto: negative length found during unmarshaling'),
  ],
]

const unfitOptions: readonly (readonly [string, Uint8Array, Refused])[] = [
  ['without the prefix', Buffer.from('k8'), bad(prefix)],
  [
    'of another kind',
    whole,
    bad('no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"'),
  ],
]

export const protobufRefusals: readonly Case[] = [
  ...refused.map(
    ([what, body, expected]): Case => ({
      name: `protobuf: ${what} is refused`,
      async run(subject) {
        expectRefusal(await subject.request(protobufCall('POST', collection, body)), expected)
      },
    }),
  ),
  ...unfitOptions.map(
    ([what, body, expected]): Case => ({
      name: `protobuf: options of deletion ${what} are refused, whether there is such an object or not`,
      async run(subject) {
        const path = `${collection}/${subject.name()}`
        expectRefusal(await subject.request(protobufCall('DELETE', path, body)), expected)
      },
    }),
  ),
  {
    name: 'protobuf: there are no patches in it',
    async run(subject) {
      const path = `${collection}/${subject.name()}`
      const message = '415: Unsupported Media Type'
      const expected = { code: 415, reason: 'UnsupportedMediaType', message }
      expectRefusal(await subject.request(protobufCall('PATCH', path, whole)), expected)
    },
  },
  {
    name: 'protobuf: a quantity that is none is refused',
    async run(subject) {
      const quota = wrapped(
        { 1: { 1: subject.name() }, 2: { 1: { 1: 'pods', 2: { 1: 'many' } } } },
        { kind: 'ResourceQuota' },
      )
      const message = `ResourceQuota in version "v1" cannot be handled as a ResourceQuota: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`
      expectRefusal(await subject.request(protobufCall('POST', pathOf('resourcequotas'), quota)), bad(message))
    },
  },
  {
    name: 'protobuf: who may not create learns nothing about the body',
    async run(subject) {
      const user = subject.name()
      const call = protobufCall('POST', collection, Buffer.from('k8'))
      expectRefusal(await subject.request({ ...call, user }), {
        code: 403,
        reason: 'Forbidden',
        message: `configmaps is forbidden: User "${user}" cannot create resource "configmaps" in API group "" in the namespace "default"`,
      })
    },
  },
]
