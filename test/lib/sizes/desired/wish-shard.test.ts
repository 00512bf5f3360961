import { expect, test } from '@jest/globals'
import { shardIn, shardNames, shardOf } from '../../../../src/lib/sizes/desired/wish-shard.ts'

const shard = (node: string): string => shardOf(node).slice(-1)

test.each([
  ['node-a', '6'],
  ['node-b', '9'],
  ['ip-10-0-0-1.eu-west-1.compute.internal', '6'],
])('the ConfigMap of %s ends with %s, whatever computes it: it is where the wishes are', (node, expected) => {
  expect(shard(node)).toBe(expected)
})

test('nodes are spread over all', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 5_000; i++) counts.set(shard(`node-${i}`), (counts.get(shard(`node-${i}`)) ?? 0) + 1)
  expect([...counts.keys()].sort()).toEqual([...'0123456789abcdef'])
  expect(Math.max(...counts.values())).toBeLessThan(400)
  expect(shardNames).toHaveLength(16)
})

test('one that is not among the sixteen has no wishes', () => {
  for (const name of ['nodesize-sizes-g', 'nodesize-sizes-', 'node-a-kubelet-configuration'])
    expect(shardIn({ metadata: { name }, data: { 'node-a': '{"cpu":"1"}' } })).toBeUndefined()
})

test('a broken wish spoils no other, and a key in the wrong place is no wish', () => {
  const name = shardOf('node-a')
  const beside = Array.from({ length: 100 }, (_, i) => `node-${i}`).find((node) => shardOf(node) === name)!
  const elsewhere = Array.from({ length: 100 }, (_, i) => `node-${i}`).find((node) => shardOf(node) !== name)!
  const data = { [beside]: 'nonsense', 'node-a': '{"cpu":"1"}', [elsewhere]: '{"cpu":"1"}' }
  const found = shardIn({ metadata: { name, namespace: 'kube-system' }, data })!
  expect([...found.wishes.keys()].sort()).toEqual([beside, 'node-a'].sort())
  expect(found.wishes.get('node-a')).toEqual({
    node: 'node-a',
    text: '{"cpu":"1"}',
    wish: { node: 'node-a', hold: 'size', amounts: { cpu: 1000n }, stamp: {} },
  })
  expect(found.wishes.get(beside)?.wish).toMatchObject({ problems: [{ reason: 'WishNotAnObject', key: beside }] })
  expect(found.strays).toEqual([elsewhere])
})

test('an empty one has no keys', () => {
  const metadata = { name: shardOf('node-a'), namespace: 'kube-system' }
  for (const configMap of [{ metadata }, { metadata, data: {} }])
    expect(shardIn(configMap)).toMatchObject({ ...metadata, hasKeys: false, strays: [] })
})
