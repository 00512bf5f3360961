import { expect, test } from '@jest/globals'
import { tokenEnd } from '../../../../src/lib/yaml/read/token-end.ts'

/** The caret is where the token starts. */
test.each<[line: string, token: string | undefined]>([
  ['^maxPods: 110', 'maxPods'],
  ['maxPods: ^110', '110'],
  ['maxPods: ^110 # all', '110'],
  ['maxPods: ^110  ', '110'],
  ['maxPods: ^110\r', '110'],
  ['a: ^http://b:1/c', 'http://b:1/c'],
  ['a: ^x#y', 'x#y'],
  ['a: ^"b: \\"c\\" # d" # e', '"b: \\"c\\" # d"'],
  ["a: ^'it''s: b', c", "'it''s: b'"],
  ['a: [b, ^c, d]', 'c'],
  ['a: {^b: c}', 'b'],
  ['a: {b: ^c}', 'c'],
  ['a: ["[", ^c]', 'c'],
  ['a: ^[b, c] # d', '[b, c]'],
  ['a: ^{b: [c]}', '{b: [c]}'],
  ['  - ^a: b', 'a'],
  ['{"a": ^5, "b": 6}', '5'],
  ['{^"a": 5}', '"a"'],
  ['\u{1F600}: ^\u{1F600}\u{1F600} # x', '\u{1F600}\u{1F600}'],
  ['a:^', undefined],
  ['a: ^ b', undefined],
])('%s ends with %j', (marked, token) => {
  const characters = Array.from(marked)
  const column = characters.indexOf('^') + 1
  const line = characters.filter((character) => character !== '^').join('')
  const end = tokenEnd([line], { line: 1, column })
  expect(
    end &&
      Array.from(line)
        .slice(column - 1, end - 1)
        .join(''),
  ).toBe(token)
})

test('beyond the text there is no token', () => {
  expect(tokenEnd(['a: b'], { line: 2, column: 1 })).toBeUndefined()
  expect(tokenEnd(['a: b'], { line: 1, column: 9 })).toBeUndefined()
})
