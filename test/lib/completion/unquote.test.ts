import { expect, test } from '@jest/globals'
import { unquote } from '../../../src/lib/completion/unquote.ts'

test.each([
  ['plain', 'node-a', 'node-a'],
  ['empty', '', ''],
  ['empty quotes', `''""`, ''],
  ['single quotes', `'a b'`, 'a b'],
  ['double quotes', '"a b"', 'a b'],
  ['quotes inside a word', `--node="a"'b'c`, '--node=abc'],
  ['an open single quote', `'a b`, 'a b'],
  ['an open double quote', '--node="a', '--node=a'],
  ['the other quote inside', `"it's"`, "it's"],
  ['a backslash', 'a\\ b\\\\', 'a b\\'],
  ['a backslash at the end', 'a\\', 'a'],
  ['backslashes in double quotes', '"a\\"b\\$c\\d"', 'a"b$c\\d'],
  ['a backslash at the end of an open quote', '"a\\', 'a'],
  ['a backslash in single quotes', `'a\\'`, 'a\\'],
  ['a line that goes on', '"a\\\nb"', 'a\nb'],
  ['what the shell would expand', '$(date)`date`$HOME', '$(date)`date`$HOME'],
])('%s', (_, typed, expected) => {
  expect(unquote(typed)).toBe(expected)
})
