import { expect, test } from '@jest/globals'
import { noStyle, type Style } from '../../../../src/lib/cli/terminal/style.ts'
import { Table } from '../../../../src/lib/cli/terminal/table.ts'
import type { Column } from '../../../../src/lib/output/view.ts'

type Row = { name: string; state: string }
const columns: Column<Row>[] = [
  { header: 'NAME', value: ({ name }) => name },
  { header: 'STATE', value: ({ state }) => state, tone: ({ state }) => (state === 'ok' ? undefined : 'bad') },
  { header: 'NOTE', value: () => '-' },
]
const linesOf = (rows: readonly Row[], style: Style = noStyle): string[] =>
  new Table(columns, { style }).print(rows).split('\n')

test('columns are as wide as their widest cell, three blanks apart, and nothing trails', () => {
  expect(new Table(columns, { style: noStyle }).print([{ name: 'a-long-name', state: 'ok' }])).toBe(
    'NAME          STATE   NOTE\na-long-name   ok      -\n',
  )
})

test('a column without a header is at least three wide, as in kubectl', () => {
  const table = new Table(columns, { style: noStyle }, { noHeaders: true })
  expect(table.print([{ name: '2', state: 'ok' }])).toBe('2     ok    -\n')
})

test('a row is one line, whatever its cells hold', () => {
  expect(linesOf([{ name: 'x\n\u001b[2J', state: 'ok' }])[1]).toBe('x\\n\\u001b[2J   ok      -')
})

test('a very long cell pushes only its own row aside', () => {
  const long = 'n'.repeat(215)
  const rows = [
    { name: 'node-a', state: 'ok' },
    { name: long, state: 'ok' },
  ]
  const [head, short, wide] = linesOf(rows)
  expect([head?.indexOf('STATE'), short?.indexOf('ok')]).toEqual([66, 66])
  expect(wide).toBe(`${long}   ok      -`)
})

test('a painted cell takes the room of its text', () => {
  const brackets: Style = { ...noStyle, bad: (text) => `<${text}>` }
  expect(linesOf([{ name: 'x', state: 'gone' }], brackets)[1]).toBe('x      <gone>    -')
})

test.each([
  ['twice as wide', '節点', '節点   ok'],
  ['without a width of its own', 'Zoe\u0308x', 'Zoe\u0308x   ok'],
])('a character %s keeps the columns straight', (_name, name, start) => {
  expect(linesOf([{ name, state: 'ok' }])[1]?.startsWith(start)).toBe(true)
})

test.each<[number, readonly string[]]>([
  [20, ['NAME      STATE', '   NOTE', 'longish   ok', '   -', 'x         unwell', '   a long note']],
  [23, ['NAME      STATE    NOTE', 'longish   ok       -', 'x         unwell', '   a long note']],
  [5, ['NAME', '   STATE', '   NOTE', 'longish', '   ok', '   -', 'x', '   unwell', '   a long note']],
  [0, ['NAME      STATE    NOTE', 'longish   ok       -', 'x         unwell   a long note']],
])('on a terminal of %i columns (0: nobody knows) no cell is broken that could be whole', (width, lines) => {
  const rows = [
    { name: 'longish', state: 'ok', note: '-' },
    { name: 'x', state: 'unwell', note: 'a long note' },
  ]
  const noted = columns.with(-1, { header: 'NOTE', value: (row) => (row as (typeof rows)[number]).note })
  expect(new Table(noted, { style: noStyle, width }).print(rows)).toBe(lines.map((line) => `${line}\n`).join(''))
})
