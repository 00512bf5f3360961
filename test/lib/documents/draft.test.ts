import { describe, expect, test } from '@jest/globals'
import { judgeSaved, markFor, type Saved, withoutRemarks, withRemarks } from '../../../src/lib/documents/draft.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const textOf = (of: Uint8Array): string => Buffer.from(of).toString()

describe('a saved text', () => {
  const original = 'maxPods: 50\n'
  test.each<[string, { saved: string; refused?: string }, Saved]>([
    ['is as it was', { saved: original }, 'unchanged'],
    ['has lost its last line end', { saved: 'maxPods: 50' }, 'unchanged'],
    ['has one line end more', { saved: 'maxPods: 50\n\n' }, 'unchanged'],
    ['begins with a byte order mark', { saved: `\ufeff${original}` }, 'unchanged'],
    ['is as it was, after a refused one', { saved: original, refused: 'maxPods: x\n' }, 'unchanged'],
    ['is empty', { saved: '' }, 'empty'],
    ['is blank', { saved: ' \r\n\t\n' }, 'empty'],
    ['has only comments', { saved: '# one\n  # two\n---\n' }, 'empty'],
    ['is empty, after a refused one', { saved: '', refused: 'maxPods: x\n' }, 'empty'],
    ['is new', { saved: 'maxPods: 60\n' }, 'changed'],
    ['has another comment', { saved: '# fewer\nmaxPods: 50\n' }, 'changed'],
    ['has other line ends', { saved: 'maxPods: 50\r\nx: 1\r\n' }, 'changed'],
    ['differs from the refused one', { saved: 'maxPods: 60\n', refused: 'maxPods: x\n' }, 'changed'],
    ['is refused again', { saved: 'maxPods: x\n', refused: 'maxPods: x\n' }, 'refused-again'],
    ['is refused again, with a line end less', { saved: 'maxPods: x', refused: 'maxPods: x\n' }, 'refused-again'],
  ])('that %s', (_what, { saved, refused }, expected) => {
    const draft = { original: bytes(original), refused: refused === undefined ? undefined : bytes(refused) }
    expect(judgeSaved(draft, bytes(saved))).toBe(expected)
  })
})

describe('remarks', () => {
  test.each([
    ['a text', '# mine\nmaxPods: 50\n', '#~ one\n#~\n#~ two …\n# mine\nmaxPods: 50\n'],
    ['no text', '', '#~ one\n#~\n#~ two …\n'],
    ['a text with CRLF', 'a: 1\r\nb: 2\r\n', '#~ one\r\n#~\r\n#~ two …\r\na: 1\r\nb: 2\r\n'],
    ['a text with a byte order mark', '\ufeffa: 1\n', '\ufeff#~ one\n#~\n#~ two …\na: 1\n'],
    ['a text with the same mark', '#~ mine\na: 1\n', '#~~ one\n#~~\n#~~ two …\n#~ mine\na: 1\n'],
    ['a text with the next mark', 'a: 1\n#~~ mine\n', '#~~~ one\n#~~~\n#~~~ two …\na: 1\n#~~ mine\n'],
  ])('stand above %s, and are removed again', (_what, text, expected) => {
    const mark = markFor(bytes(text))
    const opened = withRemarks(bytes(text), mark, ['one', '', 'two …'])
    expect(textOf(opened)).toBe(expected)
    expect(textOf(withoutRemarks(opened, mark))).toBe(text)
  })

  test.each([
    ['below a new first line', '# new\n#~ one\na: 1\n', '# new\na: 1\n'],
    ['behind a new byte order mark', '\ufeff#~ one\n#~ two\na: 1\n', '\ufeffa: 1\n'],
    ['of which some are deleted', '#~\na: 1\n', 'a: 1\n'],
    ['and nothing else, without a line end', '#~ one', ''],
    [
      'beside comments that only look alike',
      '#~ one\n #~ mine\n#~~ mine\na: 1 #~ mine\n',
      ' #~ mine\n#~~ mine\na: 1 #~ mine\n',
    ],
  ])('%s are removed', (_what, saved, expected) => {
    expect(textOf(withoutRemarks(bytes(saved), '#~'))).toBe(expected)
  })

  test('bytes that are not UTF-8 stay', () => {
    const text = Uint8Array.of(0x61, 0xff, 0xfe, 0x0a)
    expect(withoutRemarks(withRemarks(text, '#~', ['one']), '#~')).toEqual(text)
  })
})
