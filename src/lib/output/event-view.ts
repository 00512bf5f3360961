import type { RowEvent } from '../cluster/follow.ts'
import type { Column, View } from './view.ts'

/** Changes of rows as rows; `types`: with the type of each change, as kubectl --output-watch-events prints it. */
export function eventView<Row>(view: View<Row>, { types }: { types: boolean }): View<RowEvent<Row>> {
  const event: Column<RowEvent<Row>> = { header: 'EVENT', value: ({ type }) => type.padEnd('MODIFIED'.length) }
  return {
    kind: view.kind,
    columns: [...(types ? [event] : []), ...view.columns.map(ofEvents)],
    wide: view.wide.map(ofEvents),
    data: ({ type, row }) => (types ? { type, object: view.data(row) } : view.data(row)),
    name: ({ row }) => view.name(row),
    ...(view.visible && { visible: ({ row }: RowEvent<Row>) => view.visible!(row) }),
  }
}

const ofEvents = <Row>({ value, tone, whenDeleted, ...column }: Column<Row>): Column<RowEvent<Row>> => ({
  ...column,
  value: ({ type, row }) => (type === 'DELETED' ? (whenDeleted ?? value(row)) : value(row)),
  tone: ({ type, row }) => (type === 'DELETED' ? 'faint' : tone?.(row)),
})
