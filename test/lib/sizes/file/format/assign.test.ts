import { describe, expect, test } from '@jest/globals'
import { fileSubject } from '../../../../../src/lib/message/fact.ts'
import { assignSizes } from '../../../../../src/lib/sizes/file/format/assign.ts'
import type { SizeEntry } from '../../../../../src/lib/sizes/file/format/size-entry.ts'
import type { SizeRequest } from '../../../../../src/lib/sizes/model/size.ts'

const cpu = (amount: number): SizeRequest => ({ cpu: { kind: 'amount', amount: BigInt(amount) } })
const at = (line: number) => fileSubject('sizes.yaml', { line, column: 1 })
const named = (line: number, name: string, size: number): SizeEntry => ({
  at: at(line),
  nodes: { by: 'name', name },
  size: cpu(size),
  places: { cpu: at(line) },
})
const labelled = (line: number, labels: Record<string, string>, size: number): SizeEntry => ({
  ...{ at: at(line), nodes: { by: 'labels', labels } },
  size: cpu(size),
  places: { cpu: at(line) },
})
const nodes = [
  { name: 'a', labels: { pool: 'batch', zone: '1' } },
  { name: 'b', labels: { pool: 'batch', zone: '2' } },
  { name: 'c', labels: { pool: 'web', zone: '1' } },
]
const assign = (...entries: readonly SizeEntry[]) => assignSizes(entries, nodes)
const sizesOf = (...entries: readonly SizeEntry[]) =>
  Object.fromEntries([...assign(...entries).assigned].map(([name, { size }]) => [name, size]))

describe('sizes', () => {
  test('are for nodes with all of the labels, and the name of a node wins', () => {
    expect(sizesOf(labelled(1, { pool: 'batch' }, 1), named(2, 'b', 2), named(3, 'c', 3))).toEqual({
      ...{ a: cpu(1), b: cpu(2), c: cpu(3) },
    })
    expect(sizesOf(labelled(1, { zone: '1', pool: 'batch' }, 1))).toEqual({ a: cpu(1) })
  })
  test('are not for others', () => {
    expect(sizesOf(named(1, 'b', 2))).toEqual({ b: cpu(2) })
  })
})

test('selectors that match the same nodes are a problem of the later one', () => {
  const { problems } = assign(
    labelled(1, { pool: 'batch' }, 1),
    labelled(2, { pool: 'web' }, 1),
    labelled(3, { zone: '1' }, 1),
  )
  expect(problems).toEqual([
    { reason: 'SizeSelectorsOverlap', subject: at(3), nodes: ['a'], count: 1, line: 1 },
    { reason: 'SizeSelectorsOverlap', subject: at(3), nodes: ['c'], count: 1, line: 2 },
  ])
})

test('they do not where all of these nodes have a size of their own', () => {
  const { problems } = assign(labelled(1, { pool: 'batch' }, 1), labelled(3, { zone: '1' }, 1), named(4, 'a', 2))
  expect(problems).toEqual([])
})

test('all nodes that do not exist are problems', () => {
  expect(assign(named(1, 'x', 1), named(2, 'a', 1), named(3, 'y', 1)).problems).toEqual([
    { reason: 'SizeNodeUnknown', subject: at(1), node: 'x' },
    { reason: 'SizeNodeUnknown', subject: at(3), node: 'y' },
  ])
})

test('labels that no node has are a warning: a pool may be empty now', () => {
  expect(assign(labelled(1, { pool: 'gpu' }, 1))).toMatchObject({
    ...{ problems: [], warnings: [{ reason: 'SizeSelectorEmpty', subject: at(1) }] },
  })
})

test('many entries for many nodes do not take long, nor a problem many names', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => ({ name: `n${i}`, labels: { pool: `p${i % 50}`, os: 'linux' } }))
  const entries = Array.from({ length: 2_000 }, (_, i) => labelled(i, { pool: `p${i % 50}` }, 1))
  const { problems } = assignSizes(entries, many)
  expect(problems).toHaveLength(1_950)
  expect(problems[0]).toMatchObject({ count: 100, nodes: ['n0', 'n50', 'n100'] })
})
