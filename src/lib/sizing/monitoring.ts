import type { ObjectBody } from '../api/object.ts'
import { balloon, reconciler } from '../names.ts'
import { dashboard } from './dashboard.ts'
import { recordingRules } from './recording-rules.ts'

interface Alert {
  readonly name: string
  readonly expression: string
  readonly for: string
  readonly summary: string
  readonly description: string
}

const nodesWith = (reason: string): string => `max(nodesize_reconciler_nodes{reason="${reason}"})`

/** From the metrics of the reconciler, and of kube-state-metrics. Only the replica that leads counts nodes. */
const alerts: readonly Alert[] = [
  {
    name: 'NodeSizesNotKept',
    expression: 'absent(nodesize_reconciler_leader == 1)',
    for: '10m',
    summary: 'No replica of nodesize reconcile leads.',
    description: `Sizes are not restored. Read kubectl logs deployment/${reconciler.name}; its metrics must be scraped.`,
  },
  {
    name: 'NodeSizesUnreadable',
    expression: `${nodesWith('WishBroken')} > 0`,
    for: '5m',
    summary: 'The stored sizes of {{ $value }} nodes cannot be read.',
    description: 'These nodes are not restored. nodesize get -o wide names them; nodesize set replaces what is stored.',
  },
  {
    name: 'NodeSizesWithoutRoom',
    expression: `${nodesWith('NoRoomForWish')} > 0`,
    for: '1h',
    summary: '{{ $value }} nodes are larger than they are to be.',
    description:
      'Their pods leave no room for the balloon, and are not disturbed. nodesize get -o wide names the nodes.',
  },
  {
    name: 'NodeSizeBalloonsMissing',
    expression: `max by (namespace) (kube_daemonset_status_number_unavailable{daemonset="${balloon.daemonSet}"}) > 0`,
    for: '15m',
    summary: '{{ $value }} nodes have no balloon in {{ $labels.namespace }}.',
    description: 'They are at their full size. nodesize get has the reason for each node.',
  },
]

const ruleOf = ({ name, expression, for: duration, summary, description }: Alert) => ({
  alert: name,
  expr: expression,
  for: duration,
  labels: { severity: 'warning' },
  annotations: { summary, description },
})

/** For the Prometheus operator, and for the sidecar of Grafana that loads labelled ConfigMaps. */
export const monitoringObjects = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
): readonly ObjectBody[] => [
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name: reconciler.name, namespace, labels },
    spec: {
      selector: { matchLabels: { 'app.kubernetes.io/name': reconciler.name } },
      podMetricsEndpoints: [{ port: 'metrics' }],
    },
  },
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'nodesize', namespace, labels },
    spec: {
      groups: [
        { name: 'nodesize-records', rules: recordingRules },
        { name: 'nodesize-alerts', rules: alerts.map(ruleOf) },
      ],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'nodesize-dashboard', namespace, labels: { ...labels, grafana_dashboard: '1' } },
    data: { 'nodesize.json': `${JSON.stringify(dashboard, null, 2)}\n` },
  },
]
