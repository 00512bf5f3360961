import { expect, test } from '@jest/globals'
import { environmentValue, splitWords } from '../../../src/lib/kubelet-flags/words.ts'
import { shellWord } from '../../../src/lib/quoting.ts'

test.each([
  ['sh', 'a  b\tc\n', ['a', 'b', 'c']],
  ['sh', `a"b c"'d e' "f\\"g"`, ['ab cd e', 'f"g']],
  ['sh', '\'a\\b\' a\\ b "a\\b"', ['a\\b', 'a b', 'a\\b']],
  ['sh', 'a \\\n b', ['a', 'b']],
  ['sh', "''", ['']],
  ['systemd', `"a b" 'c\\x20d' e\\sf`, ['a b', 'c d', 'e f']],
  ['systemd', '--x="a b"', ['--x=a b']],
  ['systemd', '', []],
] as const)('%s reads %j', (dialect, text, words) => {
  expect(splitWords(text, dialect)).toEqual(words)
})

test.each(['a "b', "a 'b", 'a\\'])('%j is left open', (text) => {
  expect(() => splitWords(text, 'sh')).toThrow('left open')
})

test.each([
  ['"--a=b --c"', '--a=b --c'],
  [' --a "b c" ', '--a "b c"'],
  [`"a"'b'`, 'ab'],
  ['"a\\"b"', 'a"b'],
  ['', ''],
])('the value %s of an environment file is %s', (text, value) => {
  expect(environmentValue(text)).toBe(value)
})

test.each(['--a=b', "--eviction-hard=memory.available<1Gi,it's", ''])('a shell reads %j back', (word) => {
  expect(splitWords(shellWord(word), 'sh')).toEqual([word])
})
