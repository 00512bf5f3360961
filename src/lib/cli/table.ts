import type { Tone } from '../render/tone.ts'
import type { Style } from './style.ts'
import { visible } from './visible.ts'
import { widthOf } from './width.ts'

export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => string
  /** Where the eye should go; undefined: nothing special. */
  readonly tone?: (row: Row) => Tone | undefined
}

interface Cell {
  readonly text: string
  readonly width: number
  readonly tone: Tone | undefined
}

const gap = '   '

/** Columns as kubectl prints them: upper-case headers, three blanks between. A row is a line, whatever its cells hold. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], style: Style): string {
  const head = columns.map(({ header }) => cellOf(header))
  const body = rows.map((row) => columns.map(({ value, tone }) => cellOf(value(row), tone?.(row))))
  const lines = [head, ...body]
  const widths = columns.map((_, i) => lines.reduce((widest, line) => Math.max(widest, line[i]!.width), 0))
  return lines.map((line) => `${lineOf(line, widths, style)}\n`).join('')
}

function cellOf(value: string, tone?: Tone): Cell {
  const text = visible(value)
  return { text, width: widthOf(text), tone }
}

function lineOf(cells: readonly Cell[], widths: readonly number[], style: Style): string {
  const padded = cells.map(({ text, width, tone }, i) => {
    const painted = tone === undefined ? text : style[tone](text)
    return painted + ' '.repeat(widths[i]! - width)
  })
  return padded.join(gap).trimEnd()
}
