import type { ObjectBody } from '../../api/object.ts'
import { type Alert, alertRule } from '../../metrics/alert.ts'
import { agent } from '../../names.ts'
import { agentUnit } from '../installation/places.ts'
import { labels } from './account.ts'
import { dashboard } from './dashboard.ts'

const inStatus = (status: string): string =>
  `kube_node_status_condition{condition="${agent.condition}",status="${status}"} == 1`

const builds = (range: string): string => `group by (instance) (last_over_time(kubeletcfg_agent_build_info[${range}]))`

/**
 * From the condition of the Nodes (kube-state-metrics) and, where they are scraped, from the metrics of the agents. A dead agent
 * leaves its condition, and no metric has the time of a heartbeat: that it is not heard any more shows in its own metrics, in
 * the state of its unit (node_exporter with --collector.systemd), and in that of its DaemonSet.
 */
const alerts: readonly Alert[] = [
  {
    name: 'KubeletConfigNotOk',
    expression: inStatus('false'),
    for: '5m',
    severity: 'warning',
    summary: 'The assigned kubelet configuration of {{ $labels.node }} does not run.',
    description: 'It was refused, held or rolled back. kubectl describe node {{ $labels.node }} has the cause.',
  },
  {
    name: 'KubeletConfigUndecided',
    expression: inStatus('unknown'),
    for: '1h',
    severity: 'warning',
    summary: 'The agent of {{ $labels.node }} has not decided about its kubelet configuration for an hour.',
    description: 'It cannot read its documents, its trial cannot be proven, or the node has opted out.',
  },
  {
    name: 'KubeletConfigFailsOnManyNodes',
    expression: `count(${inStatus('false')}) > 0.1 * count(kube_node_info)`,
    for: '1m',
    severity: 'critical',
    summary: 'The assigned kubelet configuration does not run on more than a tenth of the nodes.',
    description: 'Read the newest global document, and push the one before it again.',
  },
  {
    name: 'KubeletConfigDeadEnd',
    expression: 'kubeletcfg_agent_phase{phase="DeadEnd"} == 1',
    for: '0m',
    severity: 'critical',
    summary: 'No configuration gives {{ $labels.instance }} a healthy kubelet.',
    description: 'The agent stopped trying. Log in to the node, and read the journal of its kubelet.',
  },
  {
    name: 'KubeletConfigAgentMissing',
    expression: `kube_node_info unless on (node) (kube_node_status_condition{condition="${agent.condition}"} == 1)`,
    for: '30m',
    severity: 'warning',
    summary: 'No agent reports the kubelet configuration of {{ $labels.node }}.',
    description: 'Documents do not reach its kubelet. Install the agent, or silence this alert for the node.',
  },
  {
    name: 'KubeletConfigAgentNotHeard',
    expression: `${builds('6h')} unless ${builds('15m')}`,
    for: '0m',
    severity: 'warning',
    summary: 'The agent on {{ $labels.instance }} has not been heard for 15 minutes.',
    description: `Its condition on the Node is old. kubeletcfg status shows Stale; read journalctl -u ${agentUnit} on the node.`,
  },
  {
    name: 'KubeletConfigAgentNotActive',
    expression: `node_systemd_unit_state{name="${agentUnit}",state="active"} == 0`,
    for: '15m',
    severity: 'warning',
    summary: 'The agent on {{ $labels.instance }} does not run.',
    description: `Its condition on the Node is old. Read journalctl -u ${agentUnit} on the node.`,
  },
  {
    name: 'KubeletConfigAgentPodsNotReady',
    expression: `kube_daemonset_status_number_unavailable{daemonset="${agent.sharedServiceAccount}"} > 0`,
    for: '15m',
    severity: 'warning',
    summary: '{{ $value }} agents of the DaemonSet in {{ $labels.namespace }} do not run.',
    description:
      'Their conditions on the Nodes are old. kubeletcfg status shows Stale; kubectl describe pod has the cause.',
  },
]

/** For the Prometheus operator, and for the sidecar of Grafana that loads labelled ConfigMaps. */
export const monitoringObjects = (namespace: string): readonly ObjectBody[] => [
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'kubeletcfg-agent', namespace, labels },
    spec: { groups: [{ name: 'kubeletcfg-agent', rules: alerts.map(alertRule) }] },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kubeletcfg-agent-dashboard', namespace, labels: { ...labels, grafana_dashboard: '1' } },
    data: { 'kubeletcfg-agent.json': `${JSON.stringify(dashboard, null, 2)}\n` },
  },
]
