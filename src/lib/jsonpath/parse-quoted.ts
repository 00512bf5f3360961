import type { Cursor } from './cursor.ts'

const quoted = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y
const escapes = /\\(?:([0-7]{3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g

const letters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

/** A quoted string, with the escapes of Go. */
export function parseQuoted(cursor: Cursor): string {
  const from = cursor.at
  const text = cursor.take(quoted)
  if (text === undefined) throw cursor.failure('UnclosedQuote', cursor.next, from)
  const quote = text[0]!
  return text.slice(1, -1).replaceAll(escapes, (typed, octal, x, u, U, letter, offset: number) => {
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
    const point = Number.parseInt(x ?? u ?? U ?? '', 16)
    if (point <= 0x10ffff) return String.fromCodePoint(point)
    const character = letter === quote ? quote : letters[letter]
    if (character === undefined) throw cursor.failure('UnknownEscape', typed, from + 1 + offset)
    return character
  })
}
