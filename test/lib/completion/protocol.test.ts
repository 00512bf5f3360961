import { expect, test } from '@jest/globals'
import { printAnswer } from '../../../src/lib/completion/protocol.ts'

const only = { files: false }

test.each([
  ['nothing', [], only, ':4\n'],
  ['files', [], { files: true }, ':0\n'],
  ['values with and without a description', [{ value: 'a', about: 'A.' }, { value: 'b' }], only, 'a\tA.\nb\n:4\n'],
  ['the first line of a description', [{ value: 'a', about: 'A.\nB.' }], only, 'a\tA.\n:4\n'],
  ['no space after an open value', [{ value: 'a=' }, { value: 'b=' }], only, 'a=\nb=\n:6\n'],
  ['a space where values may end', [{ value: 'a=' }, { value: 'b' }], only, 'a=\nb\n:4\n'],
  ['no value that could end a line', [{ value: 'a\nb' }, { value: '' }], only, ':4\n'],
  ['no value that could steer the terminal', [{ value: 'a\u001b[2J' }, { value: '\u202eab' }], only, ':4\n'],
  ['no such description', [{ value: 'a', about: '\u001b[2J' }], only, 'a\n:4\n'],
])('%s', (_, candidates, advice, expected) => {
  expect(printAnswer(candidates, advice)).toBe(expected)
})
