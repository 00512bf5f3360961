import type { Tone } from '../../message/line.ts'
import type { Column } from '../../output/view.ts'
import type { Style } from './style.ts'
import { visible } from './visible.ts'

/** What a table is printed on. */
export interface Surface {
  readonly style: Style
  /** Columns of the terminal, if known. Without it, lines are not broken. */
  readonly width?: number | undefined
}

interface Cell {
  readonly text: string
  readonly width: number
  readonly tone: Tone | undefined
}

const gap = '   '

/**
 * The maximum width of a column: names in Kubernetes rarely have more than the 63 characters of a DNS label. A longer cell
 * shifts the rest of its own row, not of all rows.
 */
const widest = 63

/** The minimum, as in kubectl: it shows where short cells have no header above them. */
const narrowest = 3

/** The widths of columns, and the space that each needs to stay on the line. */
interface Layout {
  readonly widths: readonly number[]
  readonly rooms: readonly number[]
}

/**
 * Prints columns as kubectl does: upper-case headers, three spaces between columns. Each row is one line; on a terminal that
 * is too narrow, rows continue on an indented line, all at the same column.
 */
export class Table<Row> {
  readonly #columns: readonly Column<Row>[]
  readonly #surface: Surface
  /** Those of the lines so far: lines that follow later stay in their columns. */
  #widths: readonly number[] = []
  #head: readonly (readonly Cell[])[]

  constructor(columns: readonly Column<Row>[], surface: Surface, { noHeaders = false } = {}) {
    this.#columns = columns
    this.#surface = surface
    this.#head = noHeaders ? [] : [columns.map(({ header }) => cellOf(header))]
  }

  /** The lines of these rows, the first time with the header above them; empty without rows. */
  print(rows: readonly Row[]): string {
    return rows.length === 0 ? '' : this.#lines(rows)
  }

  /** The header alone. */
  header(): string {
    return this.#lines([])
  }

  #lines(rows: readonly Row[]): string {
    const body = rows.map((row) => this.#columns.map(({ value, tone }) => cellOf(value(row), tone?.(row))))
    const lines = [...this.#head, ...body]
    this.#head = []
    const widthIn = (i: number) => Math.max(this.#widths[i] ?? narrowest, ...lines.map((line) => line[i]!.width))
    this.#widths = this.#columns.map((_, i) => Math.min(widest, widthIn(i)))
    // Only the last column has very long cells. They do not make the other rows break.
    const rooms = this.#widths.with(-1, widthOf(this.#columns.at(-1)!.header))
    const layout = { widths: this.#widths, rooms }
    return lines.map((line) => linesOf(line, layout, this.#surface)).join('')
  }
}

function cellOf(value: string, tone?: Tone): Cell {
  const text = visible(value)
  return { text, width: widthOf(text), tone }
}

function linesOf(cells: readonly Cell[], { widths, rooms }: Layout, { style, width: available = 0 }: Surface): string {
  const edge = available === 0 ? Number.POSITIVE_INFINITY : available
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

const ascii = /^[\x20-\x7e]*$/

/** The terminal columns of a text without control characters. */
export const widthOf = (text: string): number => (ascii.test(text) ? text.length : widthOfUnicode(text))

/** Apart, because Node.js needs a millisecond for such literals. */
function widthOfUnicode(text: string): number {
  const drawn = text.normalize().replaceAll(/[\p{Mn}\p{Me}]/gu, '')
  return [...drawn].length + (drawn.match(wide())?.length ?? 0)
}

/** Characters that terminals draw two columns wide (roughly UAX #11): East Asian scripts, full-width forms, emoji. */
const wide = (): RegExp =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/gu
