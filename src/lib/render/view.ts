import type { Column } from './column.ts'

/** Rows of one kind: as a table, as data, and by name. */
export interface View<Row> {
  /** Of the list that -o json prints. */
  readonly kind: string
  readonly columns: readonly Column<Row>[]
  /** Only with -o wide, behind the others. */
  readonly wide: readonly Column<Row>[]
  /** The order in the table; that of the rows when absent. */
  readonly sorted?: (rows: readonly Row[]) => readonly Row[]
  readonly data: (row: Row) => Record<string, unknown>
  /** What -o name prints; undefined: nothing. */
  readonly name: (row: Row) => string | undefined
  /** What a row is known by while it changes; its name when absent. */
  readonly key?: (row: Row) => string
  /** What can be seen of a row, if that is not its columns or its data: a watch prints a row when it changes. */
  readonly visible?: (row: Row) => string
}
