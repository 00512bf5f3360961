import type { Fact } from '../../message/fact.ts'
import { outputVersion } from '../../names.ts'
import type { Column, View } from '../../output/view.ts'
import type { Order } from '../flags/format-names.ts'
import type { ListFormat } from '../flags/output-format.ts'
import { type DataFormat, serialize } from '../output/serialize.ts'
import { type Surface, Table } from '../terminal/table.ts'

/** The values of the flags of a list: output-format.ts. */
export interface ListFlags {
  readonly output: ListFormat
  readonly 'no-headers': boolean
  readonly 'sort-by'?: Order | undefined
  readonly 'allow-missing-template-keys': 'true' | 'false'
}

/** What -o json prints for these items, besides apiVersion and kind. */
export type AsList = (items: readonly object[], warnings: readonly Fact[]) => object

export interface ListingOptions<Row> {
  readonly view: View<Row>
  readonly flags: ListFlags
  readonly surface: Surface
  /** The data for these rows: one document, unless there are to be several. */
  readonly documents: (rows: readonly Row[]) => readonly object[]
  readonly write?: (format: DataFormat, data: object) => Promise<string>
}

/** The data of a view, as -o json prints them. */
export const documentOf =
  <Row>({ kind, data }: View<Row>, asList: AsList = (items) => ({ items })) =>
  (rows: readonly Row[], warnings: readonly Fact[] = []): object => ({
    apiVersion: outputVersion,
    kind,
    ...asList(rows.map(data), warnings),
  })

/** Rows as text, in the format that the flags ask for. */
export class Listing<Row> {
  readonly #options: ListingOptions<Row>
  readonly #columns: readonly Column<Row>[] | undefined
  readonly #table: Table<Row> | undefined

  constructor(options: ListingOptions<Row>) {
    const { view, flags, surface } = options
    this.#options = options
    this.#columns = columnsOf(view, flags.output)
    this.#table = this.#columns && new Table(this.#columns, surface, { noHeaders: flags['no-headers'] })
  }

  /** For people: control characters are escaped, and it may have colours. */
  get isTable(): boolean {
    return this.#table !== undefined
  }

  /** Throws Failure 'usage' when a template or the field to sort by does not fit the rows. */
  async text(rows: readonly Row[]): Promise<string> {
    const { view, flags, documents, write = serialize } = this.#options
    const { output } = flags
    const ordered = this.#ordered(rows)
    if (this.#table !== undefined) return this.#table.print(ordered)
    if (output === 'name') return ordered.map((row) => lineOf(view.name(row))).join('')
    const texts: string[] = []
    for (const data of documents(ordered))
      texts.push(typeof output === 'string' ? await write(output as DataFormat, data) : this.#templated(data))
    return texts.join('')
  }

  /** The same for a complete list: as in kubectl, custom columns have a header even without rows. */
  async whole(rows: readonly Row[]): Promise<string> {
    const { output } = this.#options.flags
    return rows.length === 0 && typeof output !== 'string'
      ? (this.#table?.header() ?? this.text(rows))
      : this.text(rows)
  }

  /** The visible text of a row, except ages: if it is the same for two rows, there is no difference to report. */
  visible(row: Row): string {
    const { view } = this.#options
    if (view.visible !== undefined) return view.visible(row)
    if (this.#columns === undefined) return JSON.stringify(view.data(row))
    return JSON.stringify(this.#columns.filter(({ isAge }) => isAge !== true).map(({ value }) => value(row)))
  }

  #ordered(rows: readonly Row[]): readonly Row[] {
    const { view, flags } = this.#options
    const order = flags['sort-by']
    if (order !== undefined) return order.sort(rows, view.data)
    return this.isTable ? (view.sorted?.(rows) ?? rows) : rows
  }

  #templated(data: object): string {
    const { output, 'allow-missing-template-keys': mayMiss } = this.#options.flags
    if (typeof output === 'string' || !('print' in output)) return ''
    return output.print(data, { mustExist: mayMiss === 'false' })
  }
}

const lineOf = (name: string | undefined): string => (name === undefined ? '' : `${name}\n`)

/** undefined: the format is not a table. */
function columnsOf<Row>({ columns, wide, data }: View<Row>, output: ListFormat): readonly Column<Row>[] | undefined {
  if (output === 'table') return columns
  if (output === 'wide') return [...columns, ...wide]
  if (typeof output === 'string' || output.name !== 'custom-columns') return undefined
  return output.columns.map(({ header, cell }) => ({ header, value: (row) => cell(data(row)) }))
}
