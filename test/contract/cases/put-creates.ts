import { expect } from '@jest/globals'
import { absent, expectRefusal, pathOf, removeNow } from '../requests.ts'
import type { Case } from '../subject.ts'

const made: readonly (readonly [string, object])[] = [
  ['roles', { rules: [] }],
  ['clusterroles', { rules: [] }],
  ['leases', { spec: { holderIdentity: 'me' } }],
  ['limitranges', { spec: { limits: [] } }],
]
const refused: readonly (readonly [string, string, object])[] = [
  ['configmaps', 'configmaps', {}],
  ['resourcequotas', 'resourcequotas', { spec: {} }],
  ['priorityclasses', 'priorityclasses.scheduling.k8s.io', { value: 1 }],
]

/** Which kinds a PUT makes out of nothing, and which not. */
export const putCreates: readonly Case[] = [
  ...made.map(
    ([resource, content]): Case => ({
      name: `a PUT makes one of ${resource}`,
      async run(subject) {
        const name = subject.name()
        const path = `${pathOf(resource)}/${name}`
        subject.afterwards(() => removeNow(subject, path))
        const reply = await subject.request({ method: 'PUT', path, body: { metadata: { name }, ...content } })
        expect(reply.status).toBe(201)
      },
    }),
  ),
  ...refused.map(
    ([resource, qualified, content]): Case => ({
      name: `a PUT makes none of ${resource}`,
      async run(subject) {
        const name = subject.name()
        const call = { method: 'PUT', path: `${pathOf(resource)}/${name}`, body: { metadata: { name }, ...content } }
        expectRefusal(await subject.request(call), absent(qualified, name))
      },
    }),
  ),
]
