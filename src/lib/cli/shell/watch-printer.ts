import type { News, RowEvent } from '../../cluster/follow.ts'
import type { Fact } from '../../message/fact.ts'
import { eventView } from '../../output/event-view.ts'
import type { View } from '../../output/view.ts'
import { serializeNext } from '../output/serialize.ts'
import type { Surface } from '../terminal/table.ts'
import { type AsList, documentOf, type ListFlags, Listing } from './listing.ts'

/** The values of the flags of a watch: watch-flags.ts. */
export interface WatchFlags extends ListFlags {
  readonly watch: boolean
  readonly 'watch-only': boolean
  readonly 'output-watch-events': boolean
}

interface Options<Row> {
  readonly view: View<Row>
  readonly flags: WatchFlags
  readonly asList: AsList | undefined
  readonly surface: Surface
}

/** The text of what a watch reports: first all rows, then those that changed in what can be seen. */
export class WatchPrinter<Row> {
  readonly #view: View<Row>
  readonly #flags: WatchFlags
  readonly #listing: Listing<RowEvent<Row>>
  /** What has been printed of each row, by name. */
  readonly #shown = new Map<string, string>()
  #warnings: readonly Fact[] = []
  #isFirst = true

  constructor({ view, flags, asList, surface }: Options<Row>) {
    this.#view = view
    this.#flags = flags
    const types = flags['output-watch-events']
    const list = documentOf(view, asList)
    const documents = (events: readonly RowEvent<Row>[]): readonly object[] => {
      if (types) return events.map(({ type, row }) => ({ type, object: list([row], this.#warnings) }))
      const rows = events.map(({ row }) => row)
      return rows.length === 0 ? [] : [list(rows, this.#warnings)]
    }
    const { 'sort-by': _, ...unsorted } = flags
    this.#listing = new Listing({
      view: eventView(view, { types }),
      flags: unsorted,
      surface,
      documents,
      write: serializeNext(),
    })
  }

  get isTable(): boolean {
    return this.#listing.isTable
  }

  /** Empty when there is nothing to see. Throws Failure 'usage' as Listing.text does. */
  async text({ events, warnings }: News<Row>): Promise<string> {
    this.#warnings = warnings
    const visible = events.filter((event) => this.#note(event))
    if (!this.#isFirst) return this.#listing.text(visible)
    this.#isFirst = false
    if (this.#flags['watch-only']) return ''
    const { data } = this.#view
    return this.#listing.text(this.#flags['sort-by']?.sort(visible, ({ row }) => data(row)) ?? visible)
  }

  /** Remembers what is shown; returns whether that changes. */
  #note(event: RowEvent<Row>): boolean {
    const { key: keyOf = this.#view.name } = this.#view
    const key = keyOf(event.row) ?? ''
    if (event.type === 'DELETED') return this.#shown.delete(key)
    const visible = this.#listing.visible({ ...event, type: 'MODIFIED' })
    if (this.#shown.get(key) === visible) return false
    this.#shown.set(key, visible)
    return true
  }
}
