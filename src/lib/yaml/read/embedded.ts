import { finding } from '../../kubelet/decode/decode-rules.ts'
import { describeType } from '../../kubelet/model/describe.ts'
import { fieldPath } from '../../kubelet/model/path.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Scalar } from '../../kubelet/model/tree.ts'
import type { Embedded } from './holding.ts'
import type { Lines } from './lines.ts'
import { countUpTo, type Locate, locator } from './locate.ts'
import { readText } from './read.ts'

/** Reads the document in a text of a ConfigMap or another object, with positions in the file. `lines` are the lines of the file. */
export async function readEmbedded(inside: Embedded, lines: Lines): Promise<Reading> {
  const { field, key, value } = inside
  const scalar = textOf(inside)
  if (scalar !== undefined) return readText(scalar.text, (text) => embeddedLocator({ ...scalar, text }, lines))
  const path = fieldPath(field, key)
  const message =
    field === 'data'
      ? `expected a string, found ${describeType(value)}`
      : 'a kubelet configuration is read only from data'
  const remedy = `write ${key}: | ${field === 'data' ? '' : 'below data: '}and indent the configuration below it`
  return { outcome: 'unreadable', findings: [finding('DECODE-TYPE', value, { path, message, remedy })] }
}

/** The scalar whose text is the document; undefined when the value is not a string. */
export const textOf = ({ field, value }: Embedded): Scalar | undefined =>
  field !== 'binaryData' && value.type === 'scalar' && value.kind === 'string' ? value : undefined

/** A line of the file and its part of the text of a scalar. */
interface Stretch {
  /** In the text. */
  readonly start: number
  readonly end: number
  /** The position of `start` in the file. */
  readonly line: number
  readonly column: number
}

/**
 * Finds the characters of a scalar's text in the file. A block scalar (`|` or `>`) keeps the text of its lines, which
 * are found again one after the other. In quotes, all positions are the start of the scalar.
 */
function embeddedLocator(scalar: Scalar, lines: Lines): Locate {
  const inside = locator(scalar.text)
  const stretches = isBlock(scalar, lines) ? Array.from(stretchesOf(scalar, lines)) : []
  const starts = stretches.map(({ start }) => start)
  return (offset) => {
    const stretch = stretches[countUpTo(starts, offset) - 1]
    if (stretch === undefined) return { line: scalar.line, column: scalar.column }
    const { start, end, line, column } = stretch
    return { line, column: column + inside(Math.min(offset, end)).column - inside(start).column }
  }
}

/** Whether a scalar is written below its key, with `|` or `>`. */
export const isBlock = (scalar: Scalar, lines: Lines): boolean => ['|', '>'].includes(lines.at(scalar) ?? '')

function* stretchesOf({ text, line: header }: Scalar, { all: lines }: Lines): Generator<Stretch> {
  let end = 0
  for (let line = header + 1; line <= lines.length && end < text.length; line++) {
    const source = lines[line - 1]!
    const content = source.trim()
    if (content === '') continue
    const found = text.indexOf(content, end)
    if (found === -1) return
    const start = end + text.slice(end, found).lastIndexOf('\n') + 1
    const column = source.indexOf(content) - (found - start) + 1
    end = found + content.length
    yield { start, end, line, column }
  }
}
