import { expect, test } from '@jest/globals'
import { createChance } from '../../../src/sandbox/core/model/chance.ts'
import { type Body, jsonPatch, mergePatch, podOf, startTalk, strategicPatch } from '../talk.ts'

const daemonSet = (): Body => {
  const { spec } = podOf('', { cpu: '1m' })
  const labels = { app: 'x' }
  return {
    metadata: { name: 'x' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  }
}

/** Objects that are fine, by where they belong. */
const sound: Readonly<Record<string, () => Body>> = {
  '/api/v1/namespaces/default/configmaps': () => ({
    metadata: { name: 'x', labels: { a: 'b' } },
    data: { a: 'b' },
    binaryData: { c: 'ZA==' },
  }),
  '/api/v1/namespaces/default/limitranges': () => ({
    metadata: { name: 'x' },
    spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
  }),
  '/api/v1/namespaces/default/pods': () => ({
    ...podOf('x', { cpu: '1m' }),
    metadata: { name: 'x', finalizers: ['a.b/c'] },
  }),
  '/api/v1/namespaces/default/resourcequotas': () => ({
    metadata: { name: 'x' },
    spec: { hard: { 'requests.cpu': '1' }, scopes: ['BestEffort'] },
  }),
  '/api/v1/nodes': () => ({
    metadata: { name: 'x' },
    spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] },
    status: { capacity: { cpu: '1' } },
  }),
  '/apis/apps/v1/namespaces/default/daemonsets': daemonSet,
  '/apis/rbac.authorization.k8s.io/v1/clusterroles': () => ({
    metadata: { name: 'x' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  }),
  '/apis/scheduling.k8s.io/v1/priorityclasses': () => ({ metadata: { name: 'x' }, value: 5, globalDefault: false }),
}

const nonsense = [null, 7, -1, '', 'nonsense', true, [], {}, [null], { a: null }, [{}], 'ä/\u0000']

/** Puts nonsense somewhere into an object. */
function spoil(value: Body, pick: <T>(from: readonly T[]) => T): Body {
  const fields = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (fields.length === 0 || pick([0, 1, 2, 3]) === 0) return pick(nonsense)
  const field = pick(fields)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[field] = spoil(value[field], pick)
  return copy
}

test.each(Object.entries(sound))('whatever is sent to %s, the server answers and lives', (path, make) => {
  const { random } = createChance(3)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const talk = startTalk()
  expect(talk.ask('POST', path, { body: make() }).status).toBe(201)
  for (let i = 0; i < 100; i++) {
    const body = spoil(make(), pick)
    const contentType = pick([jsonPatch, mergePatch, strategicPatch])
    const replies = [
      talk.ask('POST', path, { body: { ...body, metadata: { ...body?.metadata, name: `n${i}` } } }),
      talk.ask('POST', path, { body }),
      talk.ask('PUT', `${path}/x`, { body }),
      talk.ask('PATCH', `${path}/x`, { body, contentType }),
    ]
    for (const { status, body: answer } of replies)
      if (status === 500) throw new Error(`${answer.message}: ${JSON.stringify(body)}`)
    talk.sandbox.advance(50)
  }
  expect(talk.ask('GET', path).status).toBe(200)
})
