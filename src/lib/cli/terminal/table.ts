import type { Column } from '../../render/column.ts'
import type { Tone } from '../../tone.ts'
import type { Style } from './style.ts'
import { visible } from './visible.ts'
import { widthOf } from './width.ts'

/** What a table is shown on. */
interface Paper {
  readonly style: Style
  /** Of a terminal, where that is known; a file is as wide as it must be. */
  readonly width?: number | undefined
}

interface Cell {
  readonly text: string
  readonly width: number
  readonly tone: Tone | undefined
}

const gap = '   '

/**
 * As wide as a column is made for its cells: names in Kubernetes have rarely more than the 63 characters of a DNS label.
 * What is longer pushes the rest of its own row aside, not that of all rows.
 */
const widest = 63

/** How wide columns are, and how much room each must find to stay on the line. */
interface Layout {
  readonly widths: readonly number[]
  readonly rooms: readonly number[]
}

/**
 * Columns as kubectl prints them: upper-case headers, three spaces between. A row is a line, whatever its cells hold; on a
 * terminal that is too narrow it goes on below, indented, between the same columns as its neighbours.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], paper: Paper): string {
  const head = columns.map(({ header }) => cellOf(header))
  const body = rows.map((row) => columns.map(({ value, tone }) => cellOf(value(row), tone?.(row))))
  const lines = [head, ...body]
  const widths = columns.map((_, i) => Math.min(widest, Math.max(...lines.map((line) => line[i]!.width))))
  // The last column is the one with long cells now and then: they do not count for the others.
  const rooms = widths.with(-1, head.at(-1)!.width)
  return lines.map((line) => linesOf(line, { widths, rooms }, paper)).join('')
}

function cellOf(value: string, tone?: Tone): Cell {
  const text = visible(value)
  return { text, width: widthOf(text), tone }
}

function linesOf(cells: readonly Cell[], { widths, rooms }: Layout, { style, width: paper = 0 }: Paper): string {
  const edge = paper === 0 ? Number.POSITIVE_INFINITY : paper
  const lines = ['']
  let column = 0
  for (const [i, cell] of cells.entries()) {
    if (i > 0 && column + Math.max(cell.width, rooms[i]!) > edge) {
      lines.push(gap)
      column = gap.length
    }
    const width = Math.max(cell.width, i === cells.length - 1 ? 0 : widths[i]!)
    lines.push(`${lines.pop()}${painted(cell, style)}${' '.repeat(width - cell.width)}${gap}`)
    column += width + gap.length
  }
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

const painted = ({ text, tone }: Cell, style: Style): string => (tone === undefined ? text : style[tone](text))
