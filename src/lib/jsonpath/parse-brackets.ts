import type { Cursor } from './cursor.ts'
import type { Path, Slice, Step } from './template.ts'

const spaces = /[ \t]*/y
/** In quotes, dots separate fields as everywhere. */
const quoted = /'[^']*'/y
const slice = /(?:\*|-?\d*(?::-?\d*){0,2})(?=[ \t]*[,\]])/y

/** `[0]`, `[-1:]`, `[*]`, `['a.b']`, or several of them with commas. */
export function parseBrackets(cursor: Cursor): readonly Step[] {
  const from = cursor.at
  cursor.skip('[')
  const paths: Path[] = []
  do {
    cursor.take(spaces)
    paths.push(parseElement(cursor, from))
    cursor.take(spaces)
  } while (cursor.skip(','))
  if (!cursor.skip(']')) throw notAnIndex(cursor, from)
  return paths.length === 1 ? paths[0]! : [{ kind: 'union', paths }]
}

function parseElement(cursor: Cursor, from: number): Path {
  const names = cursor.take(quoted)?.slice(1, -1)
  if (names !== undefined)
    return [...names.matchAll(/(?:^|\.)((?:\\.|[^.\\])*)/g)].map(([, name = '']) => fieldOf(name))
  const text = cursor.take(slice)
  if (text === undefined || text === '') throw notAnIndex(cursor, from)
  if (text === '*') return [{ kind: 'slice', slice: { step: 1 } }]
  return [{ kind: 'slice', slice: sliceOf(text, cursor) }]
}

const fieldOf = (name: string): Step =>
  name === '*' ? { kind: 'every' } : { kind: 'field', name: name.replaceAll('\\', '') }

function sliceOf(text: string, cursor: Cursor): Slice {
  const [first, second, third] = text.split(':').map((digits) => (digits === '' ? undefined : Number(digits)))
  if (!text.includes(':')) return { index: first! }
  if (third !== undefined && third <= 0) throw cursor.failure('ZeroStep', text, cursor.at - text.length)
  return { from: first, to: second, step: third ?? 1 }
}

function notAnIndex(cursor: Cursor, from: number) {
  const [text, end] = /^\[[^\]\n]*(\])?/.exec(cursor.template.slice(from)) ?? []
  return end === undefined ? cursor.failure('UnclosedBracket', '[', from) : cursor.failure('NotAnIndex', text!, from)
}
