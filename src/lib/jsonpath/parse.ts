import { Cursor } from './cursor.ts'
import { parseFirstField, parseSteps } from './parse-steps.ts'
import type { Path, Template, TemplatePart } from './template.ts'

/** A list of parts that is not complete: that of the template, or of a range. */
interface Open {
  readonly parts: TemplatePart[]
  readonly steps: Path
}

/**
 * Parses a template of kubectl's JSONPath: text, `{path}`, `{range path}…{end}`. A range without an end ends with the
 * template. Throws Failure 'usage' with the position of the problem. Nothing in a template is executed.
 */
export function parseTemplate(source: string): Template {
  const cursor = new Cursor(source)
  if (source === '') throw cursor.failure('EmptyTemplate', source)
  if (!source.includes('{')) throw cursor.failure('NoExpression', source)
  const open: Open[] = [{ parts: [], steps: [] }]
  while (cursor.next !== '') {
    const text = cursor.take(/[^{]+/y)
    if (text === undefined) parseAction(cursor, open)
    else open.at(-1)!.parts.push({ kind: 'text', text })
  }
  while (open.length > 1) closeRange(open)
  return { source, parts: open[0]!.parts }
}

function parseAction(cursor: Cursor, open: Open[]): void {
  const from = cursor.at
  cursor.skip('{')
  const word = cursor.take(/[ \t]*(?:range|end)(?=[^\w])/y)?.trim()
  const steps = parseSteps(cursor, { from, end: '}' })
  if (word === 'range') open.push({ parts: [], steps })
  else if (word === undefined) open.at(-1)!.parts.push({ kind: 'expression', steps })
  else if (open.length > 1) closeRange(open)
  else throw cursor.failure('EndWithoutRange', '{end}', from)
}

function closeRange(open: Open[]): void {
  const { parts, steps } = open.pop()!
  open.at(-1)!.parts.push({ kind: 'range', steps, parts })
}

/**
 * Parses one path, as --sort-by and custom-columns take it: `{.a.b}`, `.a.b` or `a.b`. Throws Failure 'usage' with the
 * position of the problem.
 */
export function parsePath(source: string): Template {
  const cursor = new Cursor(source)
  if (source === '') throw cursor.failure('EmptyTemplate', source)
  if (!/^(?:\{[^{}]+\}|[^{}]+)$/s.test(source)) throw cursor.failure('NotAPath', source)
  const end = cursor.skip('{') ? '}' : ''
  const first = parseFirstField(cursor)
  return { source, parts: [{ kind: 'expression', steps: [...first, ...parseSteps(cursor, { from: 0, end })] }] }
}
