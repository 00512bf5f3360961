import type { ObjectBody } from '../../api/object.ts'
import { type Monitoring, podMonitor } from '../../loop/manifests/monitoring.ts'
import { type Alert, alertRule } from '../../metrics/alert.ts'
import { balloon, reconciler } from '../../names.ts'
import { dashboard } from './dashboard.ts'

const nodesWith = (reason: string): string => `max(nodesize_reconciler_nodes{reason="${reason}"})`

const leads = 'nodesize_reconciler_leader == 1'
const lastPass = 'nodesize_reconciler_last_pass_timestamp_seconds'
/** What was done, and what the next try mends. */
const passing = 'resized|unchanged|planned|reverted|conflict|interrupted'

const unavailable = `max by (namespace) (kube_daemonset_status_number_unavailable{daemonset="${balloon.daemonSet}"})`
/** No balloon is available on a node that does not report. */
const onLostNodes = [
  'count by (namespace) (',
  `max by (namespace, pod, node) (kube_pod_info{priority_class="${balloon.priorityClass}"})`,
  ' and on (node) (max by (node) (kube_node_status_condition{condition="Ready",status="true"}) == 0))',
].join('')

/** From the metrics of the reconciler, and of kube-state-metrics. Only the replica that leads counts nodes. */
const alerts: readonly Omit<Alert, 'severity'>[] = [
  {
    name: 'NodeSizesNotKept',
    expression: 'absent(nodesize_reconciler_leader == 1)',
    for: '10m',
    summary: 'No replica of nodesize reconcile leads.',
    description: `Sizes are not restored. Read kubectl logs deployment/${reconciler.name}; its metrics must be scraped.`,
  },
  {
    name: 'NodeSizesLeaderStuck',
    // A pass every 10 minutes.
    expression: `(${leads} and time() - ${lastPass} > 2400) or (${leads} unless ${lastPass})`,
    for: '15m',
    summary: 'The replica of nodesize reconcile that leads has not looked at all nodes for long.',
    description: `Sizes may not be restored. Read kubectl logs deployment/${reconciler.name}; delete its pod to let another replica lead.`,
  },
  {
    name: 'NodeSizeActionsFail',
    expression: `sum by (outcome) (increase(nodesize_reconciler_actions_total{outcome!~"${passing}"}[30m])) > 3`,
    for: '15m',
    summary: 'nodesize reconcile fails to resize balloons: {{ $labels.outcome }}.',
    description: `The Events of the nodes and kubectl logs deployment/${reconciler.name} have the reason.`,
  },
  {
    name: 'NodeSizesPolicyMissing',
    expression: 'min(nodesize_reconciler_policy_enforced) == 0',
    for: '5m',
    summary: 'No policy limits what nodesize reconcile writes.',
    description:
      'Whoever has its token can change every Node. Apply what nodesize manifests prints; nodesize doctor has the details.',
  },
  {
    name: 'NodeSizesUnreadable',
    expression: `${nodesWith('DesiredSizeInvalid')} > 0`,
    for: '5m',
    summary: 'The stored sizes of {{ $value }} nodes cannot be read.',
    description: 'These nodes are not restored. nodesize get -o wide names them; nodesize set replaces what is stored.',
  },
  {
    name: 'NodeSizesWithoutRoom',
    expression: `${nodesWith('NoRoomForDesiredSize')} > 0`,
    for: '1h',
    summary: '{{ $value }} nodes are larger than they are to be.',
    description:
      'Their pods leave no room for the balloon, and are not disturbed. nodesize get -o wide names the nodes.',
  },
  {
    name: 'NodeSizeBalloonsMissing',
    expression: `((${unavailable} - on (namespace) ${onLostNodes}) or ${unavailable}) > 0`,
    for: '15m',
    summary: '{{ $value }} nodes that are Ready have no balloon in {{ $labels.namespace }}.',
    description: 'They are at their full size. nodesize get has the reason for each node.',
  },
]

/** For the Prometheus operator, and for the sidecar of Grafana that loads labelled ConfigMaps. */
export const monitoringObjects = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
  { labels: selected }: Monitoring,
): readonly ObjectBody[] => [
  podMonitor({ name: reconciler.name, namespace }, { ...labels, ...selected }),
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'nodesize', namespace, labels: { ...labels, ...selected } },
    spec: {
      groups: [
        { name: 'nodesize-records', rules: recordingRules },
        { name: 'nodesize-alerts', rules: alerts.map((alert) => alertRule({ ...alert, severity: 'warning' })) },
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

interface RecordingRule {
  readonly record: string
  readonly expr: string
}

const pod = 'namespace, pod, uid'
const resource = 'node, resource, unit'

/** Pods that the scheduler counts. */
const active = `max by (${pod}) (kube_pod_status_phase{phase=~"Pending|Running"} == 1)`

/** A label is anybody's to set: the class is what the API server checks, and needs no setting of kube-state-metrics. */
const balloons = `max by (${pod}) (kube_pod_info{priority_class="${balloon.priorityClass}"})`

/** Each once, of however many kube-state-metrics. Of pods that are bound to a node. */
const requests = [
  `max by (${pod}, container, ${resource}) (`,
  'kube_pod_container_resource_requests{resource=~"cpu|memory", node!=""}',
  `) * on (${pod}) group_left () ${active}`,
].join('')

const allocatable = `max by (${resource}) (kube_node_status_allocatable{resource=~"cpu|memory"})`

const record = (name: string, expr: string): RecordingRule => ({ record: `nodesize:${name}`, expr })

/** 0 where there is no such series. */
const orZero = (name: string): string => `(nodesize:${name} or 0 * nodesize:node_allocatable)`

/**
 * From kube-state-metrics as it is installed: what nodes have and what pods request, without balloons. In cores and bytes,
 * by resource. As in kubernetes-mixin, requests are those of containers: no init containers, no overhead.
 */
export const recordingRules: readonly RecordingRule[] = [
  record('node_allocatable', allocatable),
  record('node_balloon_requests:sum', `sum by (${resource}) (${requests} and on (${pod}) ${balloons})`),
  record('node_pod_requests:sum', `sum by (${resource}) (${requests} unless on (${pod}) ${balloons})`),
  record(
    'namespace_pod_requests:sum',
    `sum by (namespace, resource, unit) (${requests} unless on (${pod}) ${balloons})`,
  ),
  record('node_size', `nodesize:node_allocatable - on (${resource}) ${orZero('node_balloon_requests:sum')}`),
  record('node_free', `nodesize:node_size - on (${resource}) ${orZero('node_pod_requests:sum')}`),
]
