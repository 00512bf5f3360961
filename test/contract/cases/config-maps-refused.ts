import { expectRefusal, pathOf, type Refused } from '../requests.ts'
import type { Case } from '../subject.ts'

const collection = pathOf('configmaps')

const refusedBodies: readonly (readonly [string, (name: string) => object, (name: string) => Refused])[] = [
  [
    'one byte more than 1 MiB of values is too long',
    () => ({ data: { kubelet: 'x'.repeat(1_048_577) } }),
    (name) => ({
      code: 422,
      reason: 'Invalid',
      message: `ConfigMap "${name}" is invalid: []: Too long: may not be more than 1048576 bytes`,
      details: { name, kind: 'ConfigMap', causes: [{ reason: 'FieldValueTooLong', field: '[]' }] },
    }),
  ],
  [
    'the same key in data and binaryData is invalid',
    () => ({ data: { kubelet: 'a' }, binaryData: { kubelet: 'YQ==' } }),
    () => ({ code: 422, reason: 'Invalid', message: /duplicate of key present in binaryData/ }),
  ],
  [
    'a value that is no string is not decoded',
    () => ({ data: { kubelet: 1 } }),
    () => ({
      code: 400,
      reason: 'BadRequest',
      message: /cannot unmarshal number into Go struct field ConfigMap\.data of type string/,
    }),
  ],
  [
    'a key with a slash is invalid',
    () => ({ data: { 'a/b': '' } }),
    () => ({
      code: 422,
      reason: 'Invalid',
      message: /data\[a\/b\]: Invalid value: "a\/b": a valid config key must consist of alphanumeric characters/,
    }),
  ],
  [
    'a name in upper case is invalid',
    (name) => ({ metadata: { name: name.toUpperCase() } }),
    (name) => ({
      code: 422,
      reason: 'Invalid',
      message: new RegExp(
        `^ConfigMap "${name.toUpperCase()}" is invalid: metadata.name: Invalid value: ".*": a lowercase RFC 1123 subdomain`,
      ),
    }),
  ],
  [
    'a name of 254 characters is invalid',
    () => ({ metadata: { name: 'x'.repeat(254) } }),
    () => ({
      code: 422,
      reason: 'Invalid',
      message: /metadata\.name: Invalid value: .*must be no more than 253 (characters|bytes)/,
    }),
  ],
  [
    'an object without a name is invalid',
    () => ({ metadata: {} }),
    () => ({
      code: 422,
      reason: 'Invalid',
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    }),
  ],
  [
    'annotations above 256 KiB are too long',
    (name) => ({ metadata: { name, annotations: { a: 'x'.repeat(262_144) } } }),
    () => ({
      code: 422,
      reason: 'Invalid',
      message: /metadata\.annotations: Too long: may not be more than 262144 bytes/,
    }),
  ],
  [
    'binaryData that is not base64 is not decoded',
    () => ({ binaryData: { a: '*' } }),
    () => ({ code: 400, reason: 'BadRequest', message: /illegal base64 data at input byte 0/ }),
  ],
  [
    'another namespace in the body than in the path is a bad request',
    (name) => ({ metadata: { name, namespace: 'kube-system' } }),
    () => ({
      code: 400,
      reason: 'BadRequest',
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    }),
  ],
  [
    'another kind in the body than in the path is a bad request',
    (name) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } }),
    () => ({ code: 400, reason: 'BadRequest', message: /Pod in version "v1" cannot be handled as a ConfigMap/ }),
  ],
]

const refusals: Case[] = refusedBodies.map(([name, body, refused]) => ({
  name,
  async run(subject) {
    const own = subject.name()
    const sent = { metadata: { name: own }, ...body(own) }
    expectRefusal(await subject.request({ method: 'POST', path: collection, body: sent }), refused(own))
  },
}))

export const configMapRefusals: readonly Case[] = [...refusals]
