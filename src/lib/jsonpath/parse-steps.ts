import type { Cursor } from './cursor.ts'
import { parseBrackets } from './parse-brackets.ts'
import { parseFilter } from './parse-filter.ts'
import { parseQuoted } from './parse-quoted.ts'
import type { Path, Step } from './template.ts'

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
