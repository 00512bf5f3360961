import { expect, test } from '@jest/globals'
import { widthOf } from '../../../../src/lib/cli/terminal/table.ts'

test.each([
  ['letters', 'node-a', 6],
  ['ideographs', '節点', 4],
  ['kana', 'ノード', 6],
  ['kana of half the width', 'ﾉｰﾄﾞ', 4],
  ['Hangul', '노드', 4],
  ['Hangul in pieces, as some file systems keep it', '노드'.normalize('NFD'), 4],
  ['forms of full width', 'Ａ１', 4],
  ['an emoji', '🚀', 2],
  ['an accent apart from its letter', 'Zoe\u0308', 3],
  ['a digit in a keycap', '1\u20e3', 1],
])('%s', (_name, text, width) => {
  expect(widthOf(text)).toBe(width)
})
