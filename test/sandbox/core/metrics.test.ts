import { expect, test } from '@jest/globals'
import { type Body, make, podOf, startTalk } from '../talk.ts'

const root = '/apis/metrics.k8s.io/v1beta1'
const nodes = `${root}/nodes`
const talk = startTalk({ metricsServer: true })
const { must, ask } = talk
make(talk, podOf('busy', { cpu: '1', memory: '1Gi' }, { nodeName: 'node-a' }))
make(talk, podOf('idle', {}, { nodeName: 'node-b' }))
talk.sandbox.advance(60_000)

const usage = (path: string): { cpu: string; memory: string } => must('GET', path).usage

test('the API is discovered', () => {
  expect(must('GET', '/apis').groups.map(({ name }: Body) => name)).toContain('metrics.k8s.io')
  expect(must('GET', '/apis/metrics.k8s.io').preferredVersion).toEqual({
    groupVersion: 'metrics.k8s.io/v1beta1',
    version: 'v1beta1',
  })
  expect(must('GET', root).resources.map(({ name, verbs }: Body) => [name, verbs])).toEqual([
    ['nodes', ['get', 'list']],
    ['pods', ['get', 'list']],
  ])
})

test('a node uses what its pods use, and what runs outside of them', () => {
  const [pod] = must('GET', `${root}/namespaces/default/pods/busy`).containers
  expect(usage(`${nodes}/node-c`)).toEqual({ cpu: '120m', memory: '600Mi' })
  expect(usage(`${nodes}/node-b`)).toEqual({ cpu: '122m', memory: '604Mi' })
  const milli = (text: string): number => (text.endsWith('m') ? Number.parseInt(text, 10) : Number(text) * 1000)
  expect(milli(usage(`${nodes}/node-a`).cpu)).toBe(120 + milli(pod.usage.cpu))
  expect(milli(pod.usage.cpu)).toBeGreaterThanOrEqual(250)
  expect(milli(pod.usage.cpu)).toBeLessThan(1250)
})

test('usage is the same each time', () => {
  const before = must('GET', nodes).items.map(({ usage: used }: Body) => used)
  talk.sandbox.advance(60_000)
  expect(must('GET', nodes).items.map(({ usage: used }: Body) => used)).toEqual(before)
})

test.each([
  [nodes, ['node-a', 'node-b', 'node-c']],
  [`${root}/pods`, ['busy', 'idle']],
  [`${root}/namespaces/default/pods`, ['busy', 'idle']],
  [`${root}/namespaces/other/pods`, []],
])('%s lists %j', (path, names) => {
  expect(must('GET', path).items.map(({ metadata }: Body) => metadata.name)).toEqual(names)
})

test('a list is selected by labels', () => {
  const query = { labelSelector: 'kubernetes.io/hostname=node-b' }
  expect(ask('GET', nodes, { query }).body.items.map(({ metadata }: Body) => metadata.name)).toEqual(['node-b'])
})

test.each([
  ['GET', `${nodes}/node-z`, 404],
  ['GET', `${root}/deployments`, 404],
  ['DELETE', `${nodes}/node-a`, 405],
])('%s %s: %i', (method, path, status) => {
  expect(ask(method, path).status).toBe(status)
})
