import type { Cursor } from './cursor.ts'
import { parseBrackets } from './parse-brackets.ts'
import { type Filter, operators, type Path, type Step } from './template.ts'

/** A backslash makes the next character part of the name: `.labels.kubernetes\.io/os`. */
const fieldName = /(?:\\.|[^\s.,[\]$@{}!<>=()&|\\])*/y
const number = /[+-]?\d[\d.]*/y

interface Extent {
  /** Where the opening brace is. */
  readonly from: number
  /** What follows the steps; empty for the end of the text. */
  readonly end: '}' | ''
}

/** The steps up to the closing brace, or to the end of the text. */
export function parseSteps(cursor: Cursor, { from, end }: Extent): Path {
  const steps: Step[] = []
  while (cursor.next !== end) {
    if (/^[\r\n]?$/.test(cursor.next)) throw cursor.failure('UnclosedBrace', '{', from)
    parseStep(cursor, steps)
  }
  cursor.skip(end)
  return steps
}

/** One side of a comparison in a filter. */
function parseOperand(cursor: Cursor): Path {
  const steps: Step[] = []
  while (!/^[!<>=)&|\]}\n]?$/.test(cursor.next)) parseStep(cursor, steps)
  return steps
}

/** `a.b` stands for `.a.b`. */
export const parseFirstField = (cursor: Cursor): readonly Step[] =>
  /^[.[$@]/.test(cursor.next) ? [] : [fieldOf(cursor)]

function parseStep(cursor: Cursor, steps: Step[]): void {
  if (cursor.take(/[ \t]+|[@$]/y) !== undefined) return
  const from = cursor.at
  if (cursor.skip('..')) steps.push(...parseDescent(cursor, steps.at(-1), from))
  else if (cursor.skip('.')) steps.push(fieldOf(cursor))
  else if (cursor.rest.startsWith('[?(')) steps.push({ kind: 'filter', filter: parseFilter(cursor, parseOperand) })
  else if (cursor.next === '[') steps.push(...parseBrackets(cursor))
  else if (/^["']/.test(cursor.next)) steps.push({ kind: 'literal', value: parseQuoted(cursor) })
  else steps.push(parseWord(cursor))
}

function parseDescent(cursor: Cursor, before: Step | undefined, from: number): readonly Step[] {
  if (before?.kind === 'descend') throw cursor.failure('RepeatedDescent', '..', from)
  const descent: Step = { kind: 'descend' }
  return /^[\p{L}\p{Nd}_]/u.test(cursor.next) ? [descent, fieldOf(cursor)] : [descent]
}

function fieldOf(cursor: Cursor): Step {
  const name = cursor.take(fieldName) ?? ''
  return name === '*' ? { kind: 'every' } : { kind: 'field', name: name.replaceAll('\\', '') }
}

function parseWord(cursor: Cursor): Step {
  const from = cursor.at
  const digits = cursor.take(number)
  if (digits !== undefined) {
    if (Number.isNaN(Number(digits))) throw cursor.failure('NotANumber', digits, from)
    return { kind: 'literal', value: Number(digits) }
  }
  const name = cursor.take(/[\p{L}_][\p{L}\p{Nd}_]*/uy)
  if (name === undefined) throw cursor.failure('UnexpectedCharacter', cursor.next)
  if (name !== 'true' && name !== 'false') throw cursor.failure('UnknownWord', name, from)
  return { kind: 'literal', value: name === 'true' }
}

const isClosed = /\)\]/y

/** `[?(@.a)]`, or one comparison: `[?(@.a=="b")]`. */
function parseFilter(cursor: Cursor, parseOperand: (cursor: Cursor) => Path): Filter {
  const from = cursor.at
  cursor.skip('[?(')
  const left = parseOperand(cursor)
  const at = cursor.at
  const typed = cursor.take(/[!<>=]+/y)
  const operator = operators.find((known) => known === typed)
  if (typed !== undefined && operator === undefined) throw cursor.failure('UnknownOperator', typed, at)
  const right = operator === undefined ? [] : parseOperand(cursor)
  const more = cursor.take(/&&?|\|\|?|[!<>=]+/y)
  if (more !== undefined) throw cursor.failure('SeveralComparisons', more, cursor.at - more.length)
  if (cursor.take(isClosed) === undefined) throw cursor.failure('UnclosedFilter', '[?(', from)
  return operator === undefined ? { exists: left } : { left, operator, right }
}

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
function parseQuoted(cursor: Cursor): string {
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
