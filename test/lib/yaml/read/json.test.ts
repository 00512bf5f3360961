import { describe, expect, test } from '@jest/globals'
import { keysOf, refusalOf, treeOf, valueOfA } from './trees.ts'

test.each([
  ['1', 'int 1'],
  ['-0', 'int -0'],
  ['5.0', 'float 5.0'],
  ['1e2', 'float 1e2'],
  ['9223372036854775808', 'int 9223372036854775808'],
  ['true', 'bool true'],
  ['null', 'null null'],
  ['"\\u0041\\n"', 'string A\n'],
  ['"\\ud800"', 'string \ufffd'],
])('%s is %s: numbers keep their spelling', async (text, expected) => {
  expect(await valueOfA(`{"a": ${text}}`)).toBe(expected)
})

test('strings that are spelt with escapes are marked', async () => {
  expect(await treeOf('{"a": "\\u0041", "b": "A"}')).toMatchObject({
    entries: [{ value: { text: 'A', escaped: true } }, { value: expect.not.objectContaining({ escaped: true }) }],
  })
})

test('escaped spellings of a key are the same key', async () => {
  expect(await keysOf('{"a": 1, "\\u0061": 2}')).toEqual(['a', 'a'])
})

test('positions count lines and characters from 1', async () => {
  expect(await treeOf('\n {"\u{1F600}": [1,\n  {"b": 2}]}')).toMatchObject({
    line: 2,
    column: 2,
    entries: [
      {
        at: { line: 2, column: 3 },
        value: {
          line: 2,
          column: 8,
          items: [
            { line: 2, column: 9 },
            { line: 3, column: 3 },
          ],
        },
      },
    ],
  })
})

describe('refused, with its position', () => {
  test.each([
    ['{"a":1,}', 1, 8],
    ['{"a":1} x', 1, 9],
    ['{"a":1}{"a":1}', 1, 8],
    ['{"a":1/*x*/}', 1, 7],
    ['{"a":1 // x\n}', 1, 8],
    ['{a:1}', 1, 2],
    ["{'a':1}", 1, 2],
    ['{"a":01}', 1, 7],
    ['{"a":+1}', 1, 6],
    ['{"a":.5}', 1, 6],
    ['{"a":1.}', 1, 6],
    ['{"a":NaN}', 1, 6],
    ['{"a":\n"x\ny"}', 2, 1],
    ['{"a":"\\x"}', 1, 6],
    ['{"a":"\\u12"}', 1, 6],
    ['{"a":"\t"}', 1, 6],
    ['{"a":', 1, 6],
    ['{"a":[1', 1, 8],
    ['{"a" 1}', 1, 6],
    ['{"a":1 "b":2}', 1, 8],
    [' {a: 1}', 1, 3],
  ])('%j', async (text, line, column) => {
    expect(await refusalOf(text)).toMatchObject({ rule: 'READ-SYNTAX', line, column, fatal: true })
  })
})
