/** The text of a Go string literal as strconv.Quote writes it; anything that is not in quotes is its own text. */
export const unquote = (literal: string): string =>
  literal.startsWith('"')
    ? literal.slice(1, -1).replaceAll(escapes, (_, code, letter) => decoded(code, letter))
    : literal

const escapes = /\\(?:[xuU]([\da-f]{8}|[\da-f]{4}|[\da-f]{2})|(.))/gs

const letters: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const decoded = (code: string | undefined, letter: string): string =>
  code === undefined ? (letters[letter] ?? letter) : String.fromCodePoint(Number.parseInt(code, 16))
