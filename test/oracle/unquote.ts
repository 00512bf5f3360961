/** The text of a Go string literal as strconv.Quote writes it; anything that is not in quotes is its own text. */
export const unquote = (literal: string): string =>
  literal.startsWith('"')
    ? literal
        .slice(1, -1)
        .replaceAll(escapes, (_, long, medium, short, letter) => decoded(long ?? medium ?? short, letter))
    : literal

/** Each with as many digits as its letter says, whatever follows. */
const escapes = /\\(?:U([\da-f]{8})|u([\da-f]{4})|x([\da-f]{2})|(.))/gs

const letters: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const decoded = (code: string | undefined, letter: string): string =>
  code === undefined ? (letters[letter] ?? letter) : String.fromCodePoint(Number.parseInt(code, 16))
