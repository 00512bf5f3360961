import type { Cursor } from './cursor.ts'
import { type Filter, operators, type Path } from './template.ts'

const isClosed = /\)\]/y

/** `[?(@.a)]`, or one comparison: `[?(@.a=="b")]`. */
export function parseFilter(cursor: Cursor, parseOperand: (cursor: Cursor) => Path): Filter {
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
