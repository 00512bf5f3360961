import { outputVersion } from '../../names.ts'
import type { View } from '../../render/view.ts'
import type { Line } from '../../tone.ts'
import { type DataFormat, serialize } from '../output/serialize.ts'
import { paint } from '../terminal/paint.ts'
import type { Style } from '../terminal/style.ts'
import { visibleDocument, visibleLines } from '../terminal/visible.ts'
import { type AsList, type ListFlags, Listing } from './listing.ts'

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
  readonly asList?: AsList
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
    const surface = { style: this.#style, width: process.stdout.columns }
    const listing = new Listing({ view, flags, asList, surface })
    const text = await listing.text(rows)
    if (listing.isTable) process.stdout.write(text)
    else this.document(text)
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
