import type { Tone } from '../message/line.ts'

/** One column of a table for people. */
export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => string
  /** Highlights the value; undefined for none. */
  readonly tone?: (row: Row) => Tone | undefined
  /** Changes as time passes: a watch prints no row for that. */
  readonly isAge?: true
  /** The value of a row that a watch reports as deleted; that of the row when absent. */
  readonly whenDeleted?: string
}
