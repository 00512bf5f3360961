import { expect } from '@jest/globals'
import { expectRefusal, good, make, patchCall, pathOf } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

const collection = pathOf('daemonsets')

interface DaemonSet extends Entity {
  readonly spec: { readonly template: { readonly spec: Spec } }
}

interface Spec {
  readonly containers: readonly { readonly env?: readonly { readonly name: string; readonly value: string }[] }[]
  readonly volumes: readonly { readonly name: string }[]
}

const named = (...names: readonly string[]) => names.map((name) => ({ name }))

/** With a container that has env A, B, C and D, and with the volumes a and b. */
async function daemonSet(subject: Subject): Promise<string> {
  const env = ['A', 'B', 'C', 'D'].map((name) => ({ name, value: '1' }))
  const { metadata } = await make(subject, collection, {
    metadata: { name: subject.name() },
    spec: {
      selector: { matchLabels: { own: 'x' } },
      template: {
        metadata: { labels: { own: 'x' } },
        spec: {
          nodeSelector: { no: 'such' },
          containers: [{ name: 'c', image: 'a', env }],
          volumes: [
            { name: 'a', emptyDir: {} },
            { name: 'b', emptyDir: { medium: 'Memory' } },
          ],
        },
      },
    },
  })
  return `${collection}/${metadata.name}`
}

const ofTemplate = (spec: object) => ({ spec: { template: { spec } } })
const ofContainer = (changes: object) => ofTemplate({ containers: [{ name: 'c', ...changes }] })

const orders: readonly (readonly [string, object, string])[] = [
  ['the whole order', { '$setElementOrder/env': named('D', 'C', 'B', 'A') }, 'D=1 C=1 B=1 A=1'],
  ['a part of it: the others keep theirs', { '$setElementOrder/env': named('D', 'B') }, 'A=1 C=1 D=1 B=1'],
  ['no order', { '$setElementOrder/env': [] }, 'A=1 B=1 C=1 D=1'],
  [
    'a new item between others',
    { env: [{ name: 'E', value: '2' }], '$setElementOrder/env': named('A', 'E', 'B', 'C', 'D') },
    'A=1 E=2 B=1 C=1 D=1',
  ],
  [
    'a changed item, and the rest as it was',
    { env: [{ name: 'C', value: '2' }], '$setElementOrder/env': named('A', 'B', 'C', 'D') },
    'A=1 B=1 C=2 D=1',
  ],
  [
    'an item less',
    { env: [{ name: 'B', $patch: 'delete' }], '$setElementOrder/env': named('A', 'C', 'D') },
    'A=1 C=1 D=1',
  ],
  [
    'changes in another order',
    {
      env: [
        { name: 'C', value: '2' },
        { name: 'A', value: '2' },
      ],
    },
    'B=1 C=2 A=2 D=1',
  ],
]

export const elementOrders: readonly Case[] = [
  ...orders.map(
    ([what, changes, expected]): Case => ({
      name: `strategic merge patch: ${what}`,
      async run(subject) {
        const path = await daemonSet(subject)
        const { spec } = good(await subject.request<DaemonSet>(patchCall(path, 'strategic', ofContainer(changes))))
        const { env = [] } = spec.template.spec.containers[0]!
        expect(env.map(({ name, value }) => `${name}=${value}`).join(' ')).toBe(expected)
      },
    }),
  ),
  {
    name: 'strategic merge patch: an order that the patch itself does not follow',
    async run(subject) {
      const path = await daemonSet(subject)
      const order = { env: [...named('B'), ...named('A')], '$setElementOrder/env': named('A', 'B') }
      expectRefusal(await subject.request(patchCall(path, 'strategic', ofContainer(order))), {
        code: 500,
        message:
          "The order in patch list:\n[map[name:B] map[name:A]]\n doesn't match $setElementOrder list:\n[map[name:A] map[name:B]]\n",
      })
    },
  },
  {
    name: 'strategic merge patch: an order of values without keys',
    async run(subject) {
      const path = await daemonSet(subject)
      const own = ['example.com/a', 'example.com/b']
      const first = await subject.request(patchCall(path, 'merge', { metadata: { finalizers: own } }))
      expect(first.status).toBe(200)
      subject.afterwards(() => subject.request(patchCall(path, 'merge', { metadata: { finalizers: null } })))
      const metadata = { '$setElementOrder/finalizers': own.toReversed() }
      const patched = await subject.request(patchCall(path, 'strategic', { metadata }))
      expect(patched).toMatchObject({ status: 200, body: { metadata: { finalizers: own.toReversed() } } })
    },
  },
  {
    name: 'strategic merge patch: only retained keys stay',
    async run(subject) {
      const path = await daemonSet(subject)
      const volume = { name: 'b', hostPath: { path: '/' }, $retainKeys: ['name', 'hostPath'] }
      const call = patchCall(path, 'strategic', ofTemplate({ volumes: [volume] }))
      const { volumes } = good(await subject.request<DaemonSet>(call)).spec.template.spec
      expect(volumes.find(({ name }) => name === 'b')).toEqual({ name: 'b', hostPath: expect.anything() })
    },
  },
  {
    name: 'strategic merge patch: a key that is not retained',
    async run(subject) {
      const path = await daemonSet(subject)
      const volume = { name: 'b', hostPath: { path: '/' }, $retainKeys: ['name'] }
      expectRefusal(await subject.request(patchCall(path, 'strategic', ofTemplate({ volumes: [volume] }))), {
        code: 400,
        reason: 'BadRequest',
        message: 'invalid patch format of retainKeys',
      })
    },
  },
]
