import { outputVersion } from '../../names.ts'
import type { Column } from '../../render/column.ts'
import type { View } from '../../render/view.ts'
import type { Order } from '../flags/format.ts'
import type { ListFormat } from '../flags/output-format.ts'
import { serialize } from '../output/serialize.ts'
import { type Surface, Table } from '../terminal/table.ts'

/** The values of the flags of a list: output-format.ts. */
export interface ListFlags {
  readonly output: ListFormat
  readonly 'no-headers': boolean
  readonly 'sort-by'?: Order | undefined
  readonly 'allow-missing-template-keys': 'true' | 'false'
}

/** What -o json prints for these items, besides apiVersion and kind. */
export type AsList = (items: readonly object[]) => object

export interface ListingOptions<Row> {
  readonly view: View<Row>
  readonly flags: ListFlags
  readonly asList?: AsList | undefined
  readonly surface: Surface
}

/** The text of a list of rows, in the format that the flags ask for. */
export class Listing<Row> {
  readonly #view: View<Row>
  readonly #flags: ListFlags
  readonly #asList: AsList
  readonly #table: Table<Row> | undefined

  constructor({ view, flags, asList = (items) => ({ items }), surface }: ListingOptions<Row>) {
    this.#view = view
    this.#flags = flags
    this.#asList = asList
    const columns = columnsOf(view, flags.output)
    this.#table = columns && new Table(columns, surface, { noHeaders: flags['no-headers'] })
  }

  /** For people: control characters are escaped, and it may have colours. */
  get isTable(): boolean {
    return this.#table !== undefined
  }

  /** Throws Failure 'usage' when a template or the field to sort by does not fit the rows. */
  async text(rows: readonly Row[]): Promise<string> {
    const ordered = this.#ordered(rows)
    if (this.#table !== undefined) return this.#table.print(ordered)
    const { output, 'allow-missing-template-keys': mayMiss } = this.#flags
    if (output === 'name') return ordered.map((row) => lineOf(this.#view.name(row))).join('')
    const data = this.#dataOf(ordered)
    if (typeof output === 'object' && 'print' in output) return output.print(data, { mustExist: mayMiss === 'false' })
    return serialize(output as 'json' | 'yaml', data)
  }

  #ordered(rows: readonly Row[]): readonly Row[] {
    const { 'sort-by': order } = this.#flags
    const { data, sorted } = this.#view
    if (order !== undefined) return order.sort(rows, data)
    return this.#table === undefined ? rows : (sorted?.(rows) ?? rows)
  }

  #dataOf(rows: readonly Row[]): object {
    const { kind, data } = this.#view
    return { apiVersion: outputVersion, kind, ...this.#asList(rows.map(data)) }
  }
}

const lineOf = (name: string | undefined): string => (name === undefined ? '' : `${name}\n`)

/** undefined: the format is not a table. */
function columnsOf<Row>({ columns, wide, data }: View<Row>, output: ListFlags['output']) {
  if (output === 'table') return columns
  if (output === 'wide') return [...columns, ...wide]
  if (typeof output === 'string' || output.name !== 'custom-columns') return undefined
  return output.columns.map(({ header, cell }): Column<Row> => ({ header, value: (row) => cell(data(row)) }))
}
