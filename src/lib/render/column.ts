import type { Tone } from '../tone.ts'

/** One column of a table for people. */
export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => string
  /** Where the eye should go; undefined: nothing special. */
  readonly tone?: (row: Row) => Tone | undefined
}
