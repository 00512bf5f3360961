import { expect, test } from '@jest/globals'
import { visible, visibleDocument, visibleLines } from '../../../../src/lib/cli/terminal/visible.ts'

test.each([
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['the one-byte start of a sequence', '\u009b31m', '\\u009b31m'],
  ['a bell', 'ding\u0007', 'ding\\u0007'],
  ['a way back to the start of the line', 'evil\rgood', 'evil\\rgood'],
  ['a change of direction', '\u202egnp', '\\u202egnp'],
  ['a line end', 'a\nb', 'a\\nb'],
  ['quotes and backslashes', '"C:\\x"', '"C:\\x"'],
  ['plain text of any language', 'Zoë → 節点 …', 'Zoë → 節点 …'],
])('%s is shown, and does nothing', (_name, text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('lines stay lines', () => {
  expect(visibleLines('one\n\u001btwo\n')).toBe('one\n\\u001btwo\n')
})

test('a document keeps its tabs and line ends, and nothing else that a terminal obeys', () => {
  expect(visibleDocument('a:\t1 # \u202e\r\nb: \u009b2J\r3\n')).toBe('a:\t1 # \\u202e\r\nb: \\u009b2J\\r3\n')
})
