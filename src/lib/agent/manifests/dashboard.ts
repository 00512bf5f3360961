import { dashboardOf, type Place, panel, source } from '../../metrics/grafana.ts'
import { agent } from '../../names.ts'

const condition = `kube_node_status_condition{condition="${agent.condition}"`
const target = (expr: string, legendFormat: string, more: object = {}) => ({
  refId: 'A',
  datasource: source,
  expr,
  legendFormat,
  ...more,
})

const count = (id: number, status: string, title: string, color: string) => ({
  ...panel(id, 'stat', title, { x: (id - 1) * 8, y: 0, w: 8, h: 4 }),
  targets: [target(`count(${condition},status="${status}"} == 1) or vector(0)`, title)],
  fieldConfig: { defaults: { color: { mode: 'fixed', fixedColor: color } }, overrides: [] },
})

const series = (id: number, title: string, expr: string, legend: string, gridPos: Place) => ({
  ...panel(id, 'timeseries', title, gridPos),
  targets: [target(expr, legend)],
  fieldConfig: {
    defaults: { min: 0, decimals: 0, custom: { fillOpacity: 20, stacking: { mode: 'normal' } } },
    overrides: [],
  },
})

export const dashboard = dashboardOf({
  ...{ uid: 'kubeletcfg-agent', title: 'Kubelet configuration', tag: 'kubeletcfg' },
  panels: [
    count(1, 'true', 'Nodes that run what is assigned', 'green'),
    count(2, 'unknown', 'Nodes that are not decided', 'yellow'),
    count(3, 'false', 'Nodes that need attention', 'red'),
    {
      ...panel(4, 'table', 'Nodes that do not run what is assigned', { x: 0, y: 4, w: 12, h: 9 }),
      targets: [target(`${condition},status!="true"} == 1`, '', { format: 'table', instant: true })],
      transformations: [{ id: 'filterFieldsByName', options: { include: { names: ['node', 'status'] } } }],
    },
    series(5, 'Agents by phase', 'sum by (phase) (kubeletcfg_agent_phase)', '{{phase}}', { x: 12, y: 4, w: 12, h: 9 }),
    series(
      6,
      'Restarts of kubelets by agents',
      'sum(increase(kubeletcfg_agent_restarts_total[$__rate_interval]))',
      'restarts',
      {
        x: 0,
        y: 13,
        w: 12,
        h: 8,
      },
    ),
    series(7, 'Rollbacks', 'sum(increase(kubeletcfg_agent_rollbacks_total[$__rate_interval]))', 'rollbacks', {
      x: 12,
      y: 13,
      w: 12,
      h: 8,
    }),
  ],
})
