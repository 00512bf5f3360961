import { expect, test } from '@jest/globals'
import { noStyle, type Style } from '../../../src/lib/cli/style.ts'
import { type Column, table } from '../../../src/lib/cli/table.ts'

type Row = { name: string; state: string }
const columns: Column<Row>[] = [
  { header: 'NAME', value: ({ name }) => name },
  { header: 'STATE', value: ({ state }) => state, tone: ({ state }) => (state === 'ok' ? undefined : 'bad') },
  { header: 'NOTE', value: () => '-' },
]
const linesOf = (rows: readonly Row[], style: Style = noStyle): string[] => table(rows, columns, style).split('\n')

test('columns are as wide as their widest cell, three blanks apart, and nothing trails', () => {
  expect(table([{ name: 'a-long-name', state: 'ok' }], columns, noStyle)).toBe(
    'NAME          STATE   NOTE\na-long-name   ok      -\n',
  )
})

test('a row is one line, whatever its cells hold', () => {
  expect(linesOf([{ name: 'x\n\u001b[2J', state: 'ok' }])[1]).toBe('x\\n\\u001b[2J   ok      -')
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
