import { expect, test } from '@jest/globals'
import { environmentValue, splitWords } from '../../../../src/lib/kubelet/flags/words.ts'
import { shellWord } from '../../../../src/lib/quoting.ts'
import { factOf } from '../../fact-of.ts'

test.each([
  ['sh', 'a  b\tc\n', ['a', 'b', 'c']],
  ['sh', `a"b c"'d e' "f\\"g"`, ['ab cd e', 'f"g']],
  ['sh', '\'a\\b\' a\\ b "a\\b"', ['a\\b', 'a b', 'a\\b']],
  ['sh', 'a \\\n b', ['a', 'b']],
  ['sh', "''", ['']],
  ['systemd', `"a b" 'c\\x20d' e\\sf`, ['a b', 'c d', 'e f']],
  ['systemd', '--x="a b"', ['--x=a b']],
  ['systemd', '', []],
] as const)('%s reads %s', (dialect, text, words) => {
  expect(splitWords(text, dialect, 'f')).toEqual(words)
})

test.each([
  ['a double quote', 'a "b', 3],
  ['a single quote', "a 'b", 3],
  ['a backslash', 'a\\', 2],
])('%s is left open', (_what, text, character) => {
  expect(factOf(() => splitWords(text, 'sh', 'f:1'))).toEqual({ reason: 'OpenQuote', place: 'f:1', character })
})

test.each([
  ['"--a=b --c"', '--a=b --c'],
  [' --a "b c" ', '--a "b c"'],
  [`"a"'b'`, 'ab'],
  ['"a\\"b"', 'a"b'],
  ['', ''],
])('the value %s of an environment file is %s', (text, value) => {
  expect(environmentValue(text, 'f')).toBe(value)
})

test.each(['--a=b', "--eviction-hard=memory.available<1Gi,it's", ''])('a shell reads %s back', (word) => {
  expect(splitWords(shellWord(word), 'sh', 'f')).toEqual([word])
})
