import type { Tone } from '../message/line.ts'

/** Rows of one kind: as a table, as data, and by name. */
export interface View<Row> {
  /** Of the list that -o json prints. */
  readonly kind: string
  readonly columns: readonly Column<Row>[]
  /** Only with -o wide, after the others. */
  readonly wide: readonly Column<Row>[]
  /** The order in the table; that of the rows when absent. */
  readonly sorted?: (rows: readonly Row[]) => readonly Row[]
  readonly data: (row: Row) => Record<string, unknown>
  /** What -o name prints; undefined: nothing. */
  readonly name: (row: Row) => string | undefined
  /** The identity of a row across changes; its name when absent. */
  readonly key?: (row: Row) => string
  /** The visible text of a row, if it is not its columns or its data: a watch prints the row when this text changes. */
  readonly visible?: (row: Row) => string
}

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
