import type { Tone } from '../tone.ts'

/** One column of a table for people. */
export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => string
  /** Highlights the value; undefined for none. */
  readonly tone?: (row: Row) => Tone | undefined
}
