import { expect, test } from '@jest/globals'
import { bucketIn, bucketNames, bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'

const bucket = (node: string): string => bucketOf(node).slice(-1)

test.each([
  ['node-a', '6'],
  ['node-b', '9'],
  ['ip-10-0-0-1.eu-west-1.compute.internal', '6'],
])('the ConfigMap of %s ends with %s, whatever computes it: it is where the desired sizes are', (node, expected) => {
  expect(bucket(node)).toBe(expected)
})

test('nodes are spread over all', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 5_000; i++) counts.set(bucket(`node-${i}`), (counts.get(bucket(`node-${i}`)) ?? 0) + 1)
  expect([...counts.keys()].sort()).toEqual([...'0123456789abcdef'])
  expect(Math.max(...counts.values())).toBeLessThan(400)
  expect(bucketNames).toHaveLength(16)
})

test('one that is not among the sixteen has no desired sizes', () => {
  for (const name of ['nodesize-sizes-g', 'nodesize-sizes-', 'node-a-kubelet-configuration'])
    expect(bucketIn({ metadata: { name }, data: { 'node-a': '{"cpu":"1"}' } })).toBeUndefined()
})

test('a broken desired size spoils no other, and a key in the wrong place is no desired size', () => {
  const name = bucketOf('node-a')
  const beside = Array.from({ length: 100 }, (_, i) => `node-${i}`).find((node) => bucketOf(node) === name)!
  const elsewhere = Array.from({ length: 100 }, (_, i) => `node-${i}`).find((node) => bucketOf(node) !== name)!
  const data = { [beside]: 'nonsense', 'node-a': '{"cpu":"1"}', [elsewhere]: '{"cpu":"1"}' }
  const found = bucketIn({ metadata: { name, namespace: 'kube-system' }, data })!
  expect([...found.desiredSizes.keys()].sort()).toEqual([beside, 'node-a'].sort())
  expect(found.desiredSizes.get('node-a')).toEqual({
    node: 'node-a',
    text: '{"cpu":"1"}',
    desired: { node: 'node-a', hold: 'size', amounts: { cpu: 1000n }, stamp: {} },
  })
  expect(found.desiredSizes.get(beside)?.desired).toMatchObject({
    problems: [{ reason: 'DesiredSizeNotAnObject', key: beside }],
  })
  expect(found.strays).toEqual([elsewhere])
})

test('an empty one has no keys', () => {
  const metadata = { name: bucketOf('node-a'), namespace: 'kube-system' }
  for (const configMap of [{ metadata }, { metadata, data: {} }])
    expect(bucketIn(configMap)).toMatchObject({ ...metadata, hasKeys: false, strays: [] })
})
