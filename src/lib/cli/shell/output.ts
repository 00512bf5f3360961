import type { Line } from '../../message/line.ts'
import { outputVersion } from '../../names.ts'
import type { View } from '../../output/view.ts'
import { type DataFormat, serialize } from '../output/serialize.ts'
import { paint } from '../terminal/paint.ts'
import type { Style } from '../terminal/style.ts'
import type { Surface } from '../terminal/table.ts'
import { visibleDocument, visibleLines } from '../terminal/visible.ts'
import { type AsList, documentOf, type ListFlags, Listing } from './listing.ts'

/** For people. */
export type Text = string | readonly Line[]

export interface Data {
  readonly kind: string
  readonly data: object
}

export interface Result extends Data {
  readonly text: () => Text
}

export interface ListOptions {
  readonly flags: ListFlags
  readonly asList?: AsList | undefined
}

/** Writes the result of a command to stdout, whole and once. Messages go to stderr (say.ts). */
export class Output {
  readonly #style: Style

  constructor(style: Style) {
    this.#style = style
  }

  /** A document, byte for byte; on a terminal, control characters are escaped. */
  document(text: string): void {
    process.stdout.write(process.stdout.isTTY ? visibleDocument(text) : text)
  }

  /** For people, with control characters escaped. */
  text(text: Text): void {
    process.stdout.write(typeof text === 'string' ? visibleLines(text) : paint(text, this.#style))
  }

  /** Rows in the format of the flags. */
  async rows<Row>(rows: readonly Row[], view: View<Row>, { flags, asList }: ListOptions): Promise<void> {
    const toDocument = documentOf(view, asList)
    const listing = new Listing({ view, flags, surface: this.surface, documents: (all) => [toDocument(all)] })
    this.listed(await listing.whole(rows), listing)
  }

  /** The text of a listing. */
  listed(text: string, { isTable }: { readonly isTable: boolean }): void {
    if (isTable) process.stdout.write(text)
    else this.document(text)
  }

  get surface(): Surface {
    return { style: this.#style, width: process.stdout.columns }
  }

  /** One object in the format of the flags. */
  object<Row>(object: Row, view: View<Row>, flags: ListFlags): Promise<void> {
    return this.rows([object], view, { flags, asList: ([only = {}]) => only })
  }

  async data(format: DataFormat, { kind, data }: Data): Promise<void> {
    this.document(await serialize(format, { apiVersion: outputVersion, kind, ...data }))
  }

  /** As data, or as text for people. */
  async result(format: DataFormat | 'text', { text, ...data }: Result): Promise<void> {
    if (format === 'text') this.text(text())
    else await this.data(format, data)
  }
}
