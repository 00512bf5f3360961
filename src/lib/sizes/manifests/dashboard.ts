import { dashboardOf, panel, source } from '../../metrics/grafana.ts'

const units = { cpu: 'short', memory: 'bytes' } as const
type Resource = keyof typeof units

const target = (refId: string, expr: string, legendFormat: string, more: object = {}) => ({
  ...{ refId, datasource: source, expr, legendFormat },
  ...more,
})

/** Sizes of all nodes on top of each other: what pods request, what is free, what the balloons hold. */
const whole = (id: number, resource: Resource, x: number) => ({
  ...panel(id, 'timeseries', `All nodes: ${resource}`, { x, y: 4, w: 12, h: 9 }),
  targets: [
    target('A', `sum(nodesize:node_pod_requests:sum{resource="${resource}"})`, 'requested by pods'),
    target('B', `sum(clamp_min(nodesize:node_free{resource="${resource}"}, 0))`, 'free'),
    target('C', `sum(nodesize:node_balloon_requests:sum{resource="${resource}"})`, 'held by balloons'),
  ],
  fieldConfig: {
    defaults: { min: 0, unit: units[resource], custom: { fillOpacity: 30, stacking: { mode: 'normal' } } },
    overrides: [],
  },
})

const perNode = (id: number, resource: Resource, x: number) => ({
  ...panel(id, 'timeseries', `Size of each node: ${resource}`, { x, y: 13, w: 12, h: 9 }),
  targets: [target('A', `nodesize:node_size{resource="${resource}"}`, '{{node}}')],
  fieldConfig: { defaults: { min: 0, unit: units[resource] }, overrides: [] },
})

const count = (id: number, title: string, expr: string, color: string) => ({
  ...panel(id, 'stat', title, { x: (id - 1) * 6, y: 0, w: 6, h: 4 }),
  targets: [target('A', expr, title)],
  fieldConfig: { defaults: { color: { mode: 'fixed', fixedColor: color } }, overrides: [] },
})

const decided = (reasons: string): string => `sum(nodesize_reconciler_nodes{reason=~"${reasons}"}) or vector(0)`

export const dashboard = dashboardOf({
  ...{ uid: 'nodesize', title: 'Node sizes', tag: 'nodesize' },
  panels: [
    count(1, 'Nodes with the size that they are to have', decided('DesiredSizeReached'), 'green'),
    count(2, 'Nodes without room for it', decided('NoRoomForDesiredSize'), 'yellow'),
    count(3, 'Nodes that others have resized', decided('ResizedByOther'), 'blue'),
    count(4, 'Sizes that cannot be read', decided('DesiredSizeInvalid'), 'red'),
    whole(5, 'cpu', 0),
    whole(6, 'memory', 12),
    perNode(7, 'cpu', 0),
    perNode(8, 'memory', 12),
    {
      ...panel(9, 'table', 'Nodes whose pods request more than their size', { x: 0, y: 22, w: 12, h: 8 }),
      targets: [target('A', 'nodesize:node_free < 0', '', { format: 'table', instant: true })],
      transformations: [{ id: 'filterFieldsByName', options: { include: { names: ['node', 'resource', 'Value'] } } }],
    },
    {
      ...panel(10, 'timeseries', 'What the reconciler did', { x: 12, y: 22, w: 12, h: 8 }),
      targets: [
        target(
          'A',
          'sum by (reason, outcome) (increase(nodesize_reconciler_actions_total[$__rate_interval]))',
          '{{reason}} {{outcome}}',
        ),
      ],
      fieldConfig: { defaults: { min: 0, decimals: 0 }, overrides: [] },
    },
  ],
})
