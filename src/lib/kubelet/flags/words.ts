import { Failure } from '../../message/failure.ts'
import { type CommandLineRefusal, OpenQuote, OpenValueQuote } from './flag-messages.ts'

/** The rules for quotes and backslashes: those of a POSIX shell, or of systemd.service(5). */
export type Dialect = 'sh' | 'systemd'

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', s: ' ', '"': '"', "'": "'", '\\': '\\' }

/** The next word: quoted and unquoted parts without white space between them. */
const word = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')+/y
const wordOfShell = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/y
const stretch = /\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/g
const shellPart = /\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g

/** The words of a command line, without quotes. Throws Failure 'invalid' with the place when a quote is not closed. */
export function splitWords(text: string, dialect: Dialect, place: string): readonly string[] {
  const pattern = dialect === 'sh' ? wordOfShell : word
  const words: string[] = []
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, pattern.lastIndex)) {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found === undefined) throw refusal(OpenQuote({ place, character: at + 1 }))
    words.push(unquote(found, dialect))
  }
  return words
}

function skipSpaces(text: string, start: number): number {
  const blank = /(?:\s|\\\r?\n)*/y
  blank.lastIndex = start
  blank.exec(text)
  return blank.lastIndex
}

function unquote(text: string, dialect: Dialect): string {
  if (dialect === 'systemd')
    return text.replaceAll(stretch, (_, character, double, single) =>
      character === undefined ? withoutEscapes(double ?? single) : withoutEscapes(`\\${character}`),
    )
  return text.replaceAll(shellPart, (_, character, double, single) => {
    if (character !== undefined) return character === '\n' ? '' : character
    return single ?? double.replaceAll(/\\([$`"\\\n])/g, (_all: string, one: string) => (one === '\n' ? '' : one))
  })
}

/** systemd has C's escapes, inside and outside of quotes; others are kept as they are. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/\\(?:x([\da-fA-F]{2})|([\s\S]))/g, (all, code, character) =>
    code === undefined ? (escapes[character] ?? all) : String.fromCharCode(Number.parseInt(code, 16)),
  )

const quotedValue = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)')/y

/**
 * The value after `NAME=` in an environment file (systemd.exec(5)): quotes at its start are removed, later ones are
 * part of it. Throws Failure 'invalid' with the place when a quote at its start is not closed.
 */
export function environmentValue(text: string, place: string): string {
  let value = ''
  quotedValue.lastIndex = 0
  for (let at = 0; ; at = quotedValue.lastIndex) {
    const match = quotedValue.exec(text)
    if (match === null) return value + unquotedValue(text.slice(at).trim(), place)
    const [, double, single] = match
    value += single ?? double!.replaceAll(/\\(["\\`$])/g, '$1')
  }
}

function unquotedValue(text: string, place: string): string {
  if (/^["']/.test(text)) throw refusal(OpenValueQuote({ place, quote: text[0]! }))
  return text.replaceAll(/\\([\s\S])/g, '$1')
}

export const refusal = (fact: CommandLineRefusal): Failure => new Failure('invalid', fact)
