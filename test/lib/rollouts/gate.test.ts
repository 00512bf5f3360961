import { expect, test } from '@jest/globals'
import { admits, type Gate, type GatedNode, positionOf } from '../../../src/lib/rollouts/gate.ts'

const gate: Gate = { nodes: ['canary'], upTo: 0, seed: 'v1:sha256:1', since: '2026-11-29T12:00:00Z' }
const node = (name: string, more: Partial<GatedNode> = {}): GatedNode => ({
  ...{ name, createdAt: '2026-01-01T00:00:00Z', order: undefined },
  ...more,
})
const many = Array.from({ length: 1_000 }, (_, index) => node(`node-${index}`))
const all = Number.MAX_SAFE_INTEGER

test.each([
  ['a canary', gate, node('canary'), true],
  ['a canary that is new', gate, node('canary', { createdAt: '2026-11-29T13:00:00Z' }), true],
  ['another node', gate, node('other'), false],
  ['every node, once the gate is open', { ...gate, upTo: all }, node('other'), true],
  [
    'a node that is made in the second of the beginning',
    { ...gate, upTo: all },
    node('other', { createdAt: gate.since }),
    true,
  ],
  ['a node that is made later', { ...gate, upTo: all }, node('other', { createdAt: '2026-11-29T12:00:01Z' }), false],
  ['a node of which nobody knows', { ...gate, upTo: all }, node('other', { createdAt: undefined }), false],
  ['a node with a time that is none', { ...gate, upTo: all }, node('other', { createdAt: 'soon' }), false],
])('%s', (_, of, one, expected) => {
  expect(admits(of, one)).toBe(expected)
})

test('a gate that opens admits more nodes, and takes none back', () => {
  const positions = many.map((one) => positionOf(one, gate.seed)).sort((a, b) => a - b)
  let before: ReadonlySet<string> = new Set()
  for (const upTo of [0, positions[9]!, positions[499]!, positions[999]!]) {
    const now = new Set(many.filter((one) => admits({ ...gate, upTo }, one)).map(({ name }) => name))
    expect(before.isSubsetOf(now)).toBe(true)
    before = now
  }
  expect(before.size).toBe(1_000)
  expect(many.filter((one) => admits({ ...gate, upTo: positions[9]! }, one))).toHaveLength(10)
})

test('each rollout has an order of its own', () => {
  const first = (seed: string) => many.toSorted((a, b) => positionOf(a, seed) - positionOf(b, seed))[0]!.name
  expect(new Set(['a', 'b', 'c', 'd'].map(first)).size).toBeGreaterThan(1)
  expect(first('a')).toBe(first('a'))
})

test('early nodes come before all others, and late ones after them', () => {
  const [early, late] = [
    many.map((one) => ({ ...one, order: 'early' })),
    many.map((one) => ({ ...one, order: 'late' })),
  ]
  const positions = (nodes: readonly GatedNode[]) => nodes.map((one) => positionOf(one, gate.seed))
  expect(Math.max(...positions(early))).toBeLessThan(Math.min(...positions(many)))
  expect(Math.max(...positions(many))).toBeLessThan(Math.min(...positions(late)))
  expect(Math.min(...positions(early))).toBeGreaterThan(0)
  expect(positions(many.map((one) => ({ ...one, order: 'whenever' })))).toEqual(positions(many))
})
