import { expect, test } from '@jest/globals'
import { compactTree } from '../../../../src/lib/kubelet/compare/compact.ts'
import { integer, map, withValues } from '../../../../src/lib/kubelet/flags/trees.ts'
import type { Placement } from '../../../../src/lib/kubelet/model/placement.ts'
import { yamlWith } from '../../../../src/lib/yaml/write/with-values.ts'
import { treeOf } from '../../yaml/read/trees.ts'

const place = (path: string, tree: Placement['tree']): Placement => ({ names: path.split('.'), tree })
const [one, two] = [integer(1n), integer(2n)]

test.each<[string, string, Placement[], unknown]>([
  ['nothing', '{a: 0}', [], { a: 0 }],
  ['what is new, in order', '{a: 0}', [place('c', one), place('b', two)], { a: 0, c: 1, b: 2 }],
  ['what is there', '{a: 0, b: 0}', [place('a', one)], { a: 1, b: 0 }],
  ['what is below', '{a: {b: 0, c: 0}}', [place('a.c', one), place('a.d.e', two)], { a: { b: 0, c: 1, d: { e: 2 } } }],
  ['the later of two', '{}', [place('a', one), place('a', two)], { a: 2 }],
  ['what stands in the way', '{a: 0}', [place('a.b', one)], { a: { b: 1 } }],
  ['a whole, and then inside it', '{}', [place('a', map([['b', one]])), place('a.c', two)], { a: { b: 1, c: 2 } }],
  ['inside, and then the whole', '{a: {b: 0}}', [place('a.c', one), place('a', map([['d', two]]))], { a: { d: 2 } }],
])('%s', async (_what, before, placements, expected) => {
  const file = `# YAML\n${before}\n`
  const tree = await treeOf(file)
  if (tree.type !== 'map') throw new Error('no mapping')
  expect(JSON.parse(compactTree(withValues(tree, placements)))).toEqual(expected)
  const inFile = await yamlWith(file, placements)
  expect(JSON.parse(compactTree(await treeOf(inFile)))).toEqual(expected)
})

test('of equal keys the last one counts, as for the kubelet', async () => {
  const tree = map([
    ['a', one],
    ['a', one],
  ])
  expect(withValues(tree, [place('a', two)]).entries.map(({ value }) => compactTree(value))).toEqual(['1', '2'])
})
