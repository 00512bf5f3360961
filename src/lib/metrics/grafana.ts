export interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export const source = { type: 'prometheus', uid: '$' + '{datasource}' }

export const panel = (id: number, type: string, title: string, gridPos: Place) => ({
  ...{ id, type, title, gridPos },
  datasource: source,
})

/** Of Grafana 10 or later. */
export const dashboardOf = <P>({
  uid,
  title,
  tag,
  panels,
}: {
  uid: string
  title: string
  tag: string
  panels: P
}) => ({
  ...{ uid, title, tags: [tag], schemaVersion: 39, refresh: '1m', time: { from: 'now-6h', to: 'now' } },
  templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
  panels,
})
