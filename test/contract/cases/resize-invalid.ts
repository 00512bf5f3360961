import { expect } from '@jest/globals'
import { parkedPod, resizeCall, small } from '../pods.ts'
import { expectRefusal, type PatchType, patchCall } from '../requests.ts'
import type { Case } from '../subject.ts'

const balloon = (fields: object): object => ({ spec: { containers: [{ name: 'balloon', ...fields }] } })
const requests = (quantities: unknown): object => balloon({ resources: { requests: quantities } })

const qos = 'Pod QOS Class may not change as a result of resizing'
const removed = 'resource requests cannot be removed'

/** Causes as "field: message", in the order of the message. */
const refused: readonly (readonly [string, PatchType, unknown, readonly string[]])[] = [
  [
    'requests both 0 change the class',
    'strategic',
    requests({ cpu: '0', memory: '0' }),
    [`spec: Invalid value: "Burstable": ${qos}`],
  ],
  [
    'requests cannot be removed',
    'strategic',
    requests({ cpu: '20m', memory: null }),
    [`spec.containers[0].resources.requests: Forbidden: ${removed}`],
  ],
  [
    'requests cannot all be removed',
    'strategic',
    requests(null),
    [`spec: Invalid value: "Burstable": ${qos}`, `spec.containers[0].resources.requests: Forbidden: ${removed}`],
  ],
  [
    'a merge patch that forgets memory removes it',
    'merge',
    requests({ cpu: '20m' }),
    [`spec.containers[0].resources.requests: Forbidden: ${removed}`],
  ],
  [
    'a JSON patch cannot remove memory',
    'json',
    [{ op: 'remove', path: '/spec/containers/0/resources/requests/memory' }],
    [`spec.containers[0].resources.requests: Forbidden: ${removed}`],
  ],
  [
    'limits like the requests change the class',
    'strategic',
    balloon({ resources: { requests: small, limits: small } }),
    [`spec: Invalid value: "Burstable": ${qos}`],
  ],
  [
    'cpu below 0 is invalid',
    'strategic',
    requests({ cpu: '-1' }),
    ['spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  ],
  [
    'a resizePolicy cannot change',
    'strategic',
    balloon({ resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] }),
    ['spec: Forbidden: only cpu and memory resources are mutable'],
  ],
  [
    'ephemeral storage cannot be added',
    'strategic',
    requests({ 'ephemeral-storage': '1Mi' }),
    ['spec: Forbidden: only cpu and memory resources are mutable'],
  ],
  [
    'a container cannot be added',
    'strategic',
    { spec: { containers: [{ name: 'other', resources: { requests: { cpu: '20m' } } }] } },
    [
      'spec.containers[0].image: Required value',
      'spec.containers: Forbidden: containers may not be added or removed on resize',
    ],
  ],
  [
    'a container cannot be renamed',
    'merge',
    { spec: { containers: [{ name: 'other', resources: { requests: small } }] } },
    [
      'spec.containers[0].image: Required value',
      'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
    ],
  ],
  [
    'a resource must be known',
    'json',
    [{ op: 'add', path: '/spec/containers/0/resources/requests/nothere', value: '1' }],
    [
      'spec.containers[0].resources.requests[nothere]: Invalid value: "nothere": must be a standard resource type or fully qualified',
      'spec.containers[0].resources.requests[nothere]: Invalid value: "nothere": must be a standard resource for containers',
      'spec: Forbidden: only cpu and memory resources are mutable',
    ],
  ],
]

const notDecoded: readonly (readonly [string, unknown, string])[] = [
  [
    'a quantity that is none is not decoded',
    { cpu: 'banana' },
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    'an empty quantity is not decoded',
    { cpu: '' },
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  ['requests that are no map are not decoded', 'x', 'cannot restore map from string'],
]

export const resizeInvalid: readonly Case[] = [
  ...refused.map(
    ([name, type, body, causes]): Case => ({
      name: `resize: ${name}`,
      async run(subject) {
        const path = await parkedPod(subject)
        const reply = await subject.request(patchCall(`${path}/resize`, type, body))
        const text = causes.length > 1 ? `[${causes.join(', ')}]` : causes[0]
        const pod = path.split('/').at(-1) ?? ''
        expectRefusal(reply, {
          code: 422,
          reason: 'Invalid',
          message: `Pod "${pod}" is invalid: ${text}`,
          details: { name: pod, kind: 'Pod', causes: causes.map((cause) => ({ field: cause.split(': ')[0] })) },
        })
      },
    }),
  ),
  ...notDecoded.map(
    ([name, quantities, why]): Case => ({
      name: `resize: ${name}`,
      async run(subject) {
        const path = await parkedPod(subject)
        const { status, body } = await subject.request(resizeCall(path, quantities))
        expect(status).toBe(422)
        expect(body.message).toMatch(
          /^ "" is invalid: patch: Invalid value: "map\[spec:map\[containers:\[map\[name:balloon resources:map\[requests:/,
        )
        expect(body.message?.endsWith(why)).toBe(true)
        expect(body).toMatchObject({ reason: 'Invalid', details: { causes: [{ field: 'patch' }] } })
      },
    }),
  ),
]
