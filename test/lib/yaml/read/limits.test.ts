import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { maxBytes, maxDepth } from '../../../../src/lib/yaml/read/limits.ts'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'
import { keysOf, refusalOf, treeOf } from './trees.ts'

const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels)

describe('size', () => {
  test('a document of 3 MiB is read, one byte more is not', async () => {
    const comment = `a: 1\n#${'x'.repeat(maxBytes - 6)}`
    expect(await keysOf(comment)).toEqual(['a'])
    expect(await refusalOf(`${comment}x`)).toMatchObject({ rule: 'READ-SIZE', line: 1, column: 1 })
  })

  test('a map of 50,000 keys is read', async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `key${i}: ${i}\n`)
    expect((await keysOf(lines.join(''))).length).toBe(50_000)
  })
})

/** Seconds if the time grows with the file, minutes if it grows with its square. */
test('20,000 ConfigMaps in one line are read', async () => {
  const item = '{"apiVersion":"v1","kind":"ConfigMap","data":{"kubelet":"a: 1","\u{1F600}":""}}'
  const items = Array.from({ length: 20_000 }, () => item)
  const text = `{"apiVersion":"v1","kind":"List","items":[${items.join()}]}`
  const { parts } = await readParts(new TextEncoder().encode(text))
  // Reading never waits: only now can the time limit of a test end it.
  await setTimeout()
  expect(parts.length).toBe(20_000)
})

describe('depth', () => {
  test.each([
    ['YAML lists', nested('[', ']', maxDepth)],
    ['YAML mappings by indentation', Array.from({ length: maxDepth }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['JSON', `${'{"a":'.repeat(maxDepth)}1${'}'.repeat(maxDepth)}`],
  ])('%s of the limit are read', async (_what, text) => {
    expect(await treeOf(text)).toBeDefined()
  })

  test.each([
    ['one YAML list more', nested('[', ']', maxDepth + 1)],
    ['1,000 lists', nested('[', ']', 1_000)],
    ['a million lists that never close', '['.repeat(1_000_000)],
    ['1,000 mappings by indentation', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['1,000 dashes', '- '.repeat(1_000)],
    ['1,000 levels of JSON', '{"a":'.repeat(1_000)],
    [
      '1,000 lists by aliases',
      Array.from({ length: 1_000 }, (_, i) => `a${i}: &a${i} [${i ? `*a${i - 1}` : ''}]\n`).join(''),
    ],
  ])('%s are refused', async (_what, text) => {
    expect(await refusalOf(text)).toMatchObject({ rule: 'READ-DEPTH', message: expect.stringContaining('100 levels') })
  })
})

describe('aliases', () => {
  const laughs = (item: string, line: (names: string) => string, levels: number): string => {
    const lines = Array.from({ length: levels }, (_, i) => {
      const names = Array.from({ length: 10 }, () => (i === 0 ? item : `*a${i - 1}`)).join(', ')
      return `a${i}: &a${i} ${line(names)}\n`
    })
    return lines.join('')
  }

  test('that expand to a thousand values are read', async () => {
    expect((await keysOf(laughs('x', (names) => `[${names}]`, 3))).length).toBe(3)
  })

  test.each([
    ['lists', laughs('x', (names) => `[${names}]`, 30)],
    ['merge keys', laughs('{x: 1}', (names) => `{<<: [${names}]}`, 30)],
  ])('that expand to 10^30 values are refused: %s', async (_what, text) => {
    expect(await refusalOf(text)).toMatchObject({ rule: 'READ-ALIAS', message: 'aliases expand to too many values' })
  })
})
