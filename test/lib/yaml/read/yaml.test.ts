import { describe, expect, test } from '@jest/globals'
import { keysOf, readText, refusalOf, treeOf, valueOfA } from './trees.ts'

describe('scalars are those of go-yaml v2', () => {
  test.each([
    ['yes', 'bool true'],
    ['On', 'bool true'],
    ['y', 'bool true'],
    ['OFF', 'bool false'],
    ['yEs', 'string yEs'],
    ['"yes"', 'string yes'],
    ['~', 'null null'],
    ['', 'null null'],
    ['Null', 'null null'],
    ['nULL', 'string nULL'],
    ['010', 'int 8'],
    ['08', 'float 8'],
    ['0o10', 'int 8'],
    ['0x1F', 'int 31'],
    ['-0x10', 'int -16'],
    ['0b101', 'int 5'],
    ['1_000', 'int 1000'],
    ['_1', 'string _1'],
    ['+5', 'int 5'],
    ['-0', 'int 0'],
    ['18446744073709551615', 'int 18446744073709551615'],
    ['18446744073709551616', 'float 18446744073709552000'],
    ['9007199254740993', 'int 9007199254740993'],
    ['5.0', 'float 5'],
    ['1e2', 'float 100'],
    ['1e30', 'float 1e+30'],
    ['-0.0', 'float -0'],
    ['.5', 'float 0.5'],
    ['5.', 'float 5'],
    ['1e400', 'string 1e400'],
    ['.', 'string .'],
    ['1:30', 'string 1:30'],
    ['2026-01-31', 'string 2026-01-31'],
    ['0x', 'string 0x'],
    ['!!int "5"', 'int 5'],
    ['!!str 5', 'string 5'],
    ['!!float 5', 'float 5'],
    ['!!binary aGVsbG8=', 'string hello'],
    ['!mine 5', 'string 5'],
    ['!!constructor 5', 'string 5'],
    ['! "5"', 'string 5'],
    ['! 5', 'string 5'],
    ['|\n  x\n  y', 'string x\ny\n'],
    ['>\n  x\n  y', 'string x y\n'],
    ['"\\0\\x41\\u00e9"', 'string \0A\u00e9'],
  ])('%s is %s', async (text, expected) => {
    expect(await valueOfA(`a: ${text}\n`)).toBe(expected)
  })
})

describe('keys', () => {
  test('that are numbers or booleans become strings', async () => {
    expect(await keysOf('5: x\n1.5: x\nyes: x\n0x10: x\n')).toEqual(['5', '1.5', 'true', '16'])
  })

  test('stay in order, duplicates and all', async () => {
    expect(await keysOf('b: 1\na: 2\nb: 3\n')).toEqual(['b', 'a', 'b'])
  })
})

describe('aliases and merge keys', () => {
  test('an alias is what its anchor was last given to', async () => {
    expect(await valueOfA('x: &v 1\ny: &v 2\na: *v\nz: &v 3\n')).toBe('int 2')
  })

  test('merged keys stand where the merge key stands', async () => {
    expect(await keysOf('x: &x {k: 1, l: 2}\na:\n  b: 1\n  <<: *x\n  c: 1\n', 'a')).toEqual(['b', 'k', 'l', 'c'])
  })

  test('of several merged mappings the first comes last, and so wins', async () => {
    expect(await keysOf('x: &x {k: 1}\ny: &y {l: 1}\na: {<<: [*x, *y]}\n', 'a')).toEqual(['l', 'k'])
  })

  test('a quoted << is a key like any other', async () => {
    expect(await keysOf('"<<": 1\n')).toEqual(['<<'])
  })
})

describe('what is around a document', () => {
  test.each([
    ['a byte order mark', '\ufeffa: 1\n'],
    ['CRLF', 'a: 1\r\nb: 2\r\n'],
    ['lone CR', 'a: 1\rb: 2\r'],
    ['a document start', '---\na: 1\n'],
    ['a directive', '%YAML 1.1\n---\na: 1\n'],
    ['a document end', 'a: 1\n...\n'],
    ['an empty document after it', 'a: 1\n---\n# nothing\n'],
    ['JSON below a comment', '# c\n{"a": 1}\n'],
    ['a byte order mark before JSON, which makes it YAML', '\ufeff{"a": 1}'],
  ])('%s is fine', async (_what, text) => {
    expect(await valueOfA(text)).toBe('int 1')
    expect((await readText(text)).findings).toEqual([])
  })

  test.each([
    ['a: 1\n---\nb: 2\n', 3],
    ['a: 1\n--- {b: 2}\n', 2],
    ['a: 1\n---\nb: [\n', 3],
    ['a: 1\n...\nb: 2\n', 2],
    ['a: 1\n...\n---\nb: 2\n', 2],
    ['a: 1\n---\n...\nb: 2\n', 4],
  ])('the rest of %j is ignored, with a warning', async (text, line) => {
    expect(await valueOfA(text)).toBe('int 1')
    expect((await readText(text)).findings).toEqual([
      expect.objectContaining({ rule: 'READ-DOCUMENTS', severity: 'error', fatal: false, line, column: 1 }),
    ])
  })
})

test('positions count lines and characters from 1', async () => {
  const tree = await treeOf('a: 1\n"\u{1F600}": [x, yy]\n')
  expect(tree).toMatchObject({
    line: 1,
    column: 1,
    entries: [
      { at: { line: 1, column: 1 }, value: { line: 1, column: 4 } },
      {
        at: { line: 2, column: 1 },
        value: {
          items: [
            { line: 2, column: 7 },
            { line: 2, column: 10 },
          ],
        },
      },
    ],
  })
})

describe('refused', () => {
  test.each([
    ['', 'READ-EMPTY', 1, 1],
    ['# only a comment\n', 'READ-EMPTY', 1, 1],
    ['---\n---\na: 1\n', 'READ-EMPTY', 1, 4],
    ['a: 1\n\tb: 2\n', 'READ-SYNTAX', 2, 1],
    ['a:\n\tb: 2\n', 'READ-SYNTAX', 2, 1],
    ['a: [1, 2\n', 'READ-SYNTAX', 1, 4],
    ['a: "\n', 'READ-SYNTAX', 2, 1],
    ['a: b: c\n', 'READ-SYNTAX', 1, 4],
    ['a: @x\n', 'READ-SYNTAX', 1, 4],
    ['%YAML 1.2\n---\na: 1\n', 'READ-SYNTAX', 1, 1],
    ['a: "\\q"\n', 'READ-SYNTAX', 1, 5],
    ['a: x\0y\n', 'READ-CHARACTER', 1, 5],
    ['b: 1\na: \u001b[31m\n', 'READ-CHARACTER', 2, 4],
    ['# hidden\u2028maxPods: 5\n', 'READ-CHARACTER', 1, 9],
    ['a: .inf\n', 'READ-NUMBER', 1, 4],
    ['a: -.NAN\nb: .nan\n', 'READ-NUMBER', 2, 4],
    ['~: 1\n', 'READ-KEY', 1, 1],
    ['[a]: 1\n', 'READ-KEY', 1, 1],
    ['18446744073709551615: 1\n', 'READ-KEY', 1, 1],
    ['a: *nope\n', 'READ-ALIAS', 1, 4],
    ['a: &a {b: *a}\n', 'READ-ALIAS', 1, 11],
    ['a: {<<: 5}\n', 'READ-MERGE', 1, 5],
    ['a: !!int x\n', 'READ-TAG', 1, 10],
    ['a: !!binary "***"\n', 'READ-TAG', 1, 13],
  ])('%j by %s', async (text, rule, line, column) => {
    expect(await refusalOf(text)).toMatchObject({ rule, line, column, fatal: true, severity: 'error', stage: 'read' })
  })

  test.each([
    ['a: 1\nb: [\n', '[', 2, 4],
    ['a: {x: 1\n', '{', 1, 4],
    ['a: [1\n---\nb: 1\n', '[', 1, 4],
    ['a:\n- [{x: 1], 2]\nb: 3\n', '{', 2, 4],
    ['a: [{x: [1]}\n', '[', 1, 4],
    ['[{\n', '{', 1, 2],
  ])('%j, which does not close %s', async (text, bracket, line, column) => {
    expect(await refusalOf(text)).toMatchObject({
      rule: 'READ-SYNTAX',
      message: `${bracket} is not closed`,
      line,
      column,
    })
  })

  test('a mistake before a bracket that is not closed, and one after another that is', async () => {
    expect(await refusalOf('a: @x\nb: [\n')).toMatchObject({ line: 1, column: 4 })
    expect(await refusalOf('a: [1]\nb: @x\n')).toMatchObject({ line: 2, column: 4 })
  })

  test.each(['a: [hunter2', 'a: "hunter2', 'a: hunter2: x', 'hunter2: *hunter2', 'a: !!int hunter2', '{"a": hunter2}'])(
    '%j without a word of it in the message',
    async (text) => {
      expect(JSON.stringify(await refusalOf(text))).not.toContain('hunter2')
    },
  )
})
