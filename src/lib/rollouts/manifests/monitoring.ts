import type { ObjectBody } from '../../api/object.ts'
import { type Monitoring, podMonitor } from '../../loop/manifests/monitoring.ts'
import { type Alert, alertRule } from '../../metrics/alert.ts'
import { dashboardOf, panel, source } from '../../metrics/grafana.ts'
import { controller } from '../../names.ts'
import type { RolloutPhase } from '../rollout.ts'
import type { HoldFact } from '../rollout-messages.ts'

const inPhase = (phase: RolloutPhase | 'Unreadable'): string => `max(kubeletcfg_rollout_phase{phase="${phase}"}) == 1`
const waits = (reasons: readonly HoldFact['reason'][]): string =>
  `max(kubeletcfg_rollout_waits{reason=~"${reasons.join('|')}"}) == 1`
/** What the policy of a rollout asks it to wait for. */
const asPlanned: readonly HoldFact['reason'][] = ['WaveSoaks', 'OutsideWindows', 'WaitsForApproval']
/** What pods of its nodes show, or that nobody can look at them. */
const podHolds: readonly HoldFact['reason'][] = [
  ...(['PodsNotSeen', 'PodsHurt', 'PodsNotStarted', 'ProbesNotSeen', 'ProbesUnclear'] as const),
]
const leads = 'kubeletcfg_controller_leader == 1'
const logs = `kubectl logs --namespace=${controller.namespace} deployment/${controller.name}`
const status = 'Run kubeletcfg rollout status.'

/** From the metrics of the controller. Only the replica that leads looks at the rollout. */
const alerts: readonly Alert[] = [
  {
    name: 'KubeletConfigRolloutAborted',
    expression: `(${inPhase('Aborting')}) or (${waits(['RolloutRefused'])})`,
    for: '0m',
    severity: 'warning',
    summary: 'The rollout of the global kubelet configuration was aborted.',
    description: `${status} Push another document, or try the same again: kubeletcfg rollout retry.`,
  },
  {
    name: 'KubeletConfigRolloutPaused',
    expression: inPhase('Paused'),
    for: '1h',
    severity: 'warning',
    summary: 'The rollout of the global kubelet configuration has been paused for an hour.',
    description: `${status} To go on: kubeletcfg rollout resume; to give it up: kubeletcfg rollout abort.`,
  },
  {
    name: 'KubeletConfigRolloutWaitsForPods',
    expression: waits(podHolds),
    for: '30m',
    severity: 'warning',
    summary: 'The rollout of the global kubelet configuration waits because of pods.',
    description: `${status} It names them, or says why they cannot be read.`,
  },
  {
    name: 'KubeletConfigRolloutStuck',
    expression: [
      `(${inPhase('Progressing')}) and on () (time() - max(kubeletcfg_rollout_started_timestamp_seconds) > 14400)`,
      'unless on () (sum(increase(kubeletcfg_rollout_moves_total[4h])) > 0)',
      `unless on () (${waits(asPlanned)})`,
    ].join(' '),
    for: '15m',
    severity: 'warning',
    summary: 'The rollout of the global kubelet configuration has not moved for four hours.',
    description: `${status} It says which nodes it waits for.`,
  },
  {
    name: 'KubeletConfigRolloutUnreadable',
    expression: inPhase('Unreadable'),
    for: '1m',
    severity: 'critical',
    summary: 'The state of the rollouts cannot be read: nodes keep what they run.',
    description: `${status} It says which part of the ConfigMap was changed, and what to do.`,
  },
  {
    name: 'KubeletConfigRolloutAgentsAhead',
    expression: 'max(kubeletcfg_rollout_nodes{state="ahead"}) > 0',
    for: '15m',
    severity: 'warning',
    summary: '{{ $value }} agents do not follow rollouts, and get a global document at once.',
    description: `${status} It names them: upgrade them, or apply kubeletcfg agent manifests again.`,
  },
  {
    name: 'KubeletConfigWebhookNotTrusted',
    expression: 'max(kubeletcfg_webhook_trusted) == 0',
    for: '10m',
    severity: 'warning',
    summary: 'API servers do not trust the webhook: kubelet configurations are stored unchecked, or none is stored.',
    description: 'Run kubeletcfg controller webhook | kubectl apply -f -.',
  },
  {
    name: 'KubeletConfigWebhookAuthorityEnds',
    expression: 'max(kubeletcfg_webhook_next_authority_untrusted) == 1',
    for: '24h',
    severity: 'warning',
    summary:
      'The authority of the webhook for kubelet configurations ends in some years, and its successor is not trusted.',
    description: 'Run kubeletcfg controller webhook | kubectl apply -f -.',
  },
  {
    name: 'KubeletConfigWebhookFails',
    expression: 'sum(increase(kubeletcfg_admission_reviews_total{verdict="failed"}[15m])) > 0',
    for: '0m',
    severity: 'warning',
    summary: 'A kubelet configuration could not be reviewed: it was stored unchecked, or not at all.',
    description: `See what the controller says: ${logs}`,
  },
  {
    name: 'KubeletConfigControllerMissing',
    expression: `absent(${leads})`,
    for: '10m',
    severity: 'warning',
    summary: 'No replica of kubeletcfg controller leads.',
    description: `Rollouts stand where they are. Read ${logs}; its metrics must be scraped.`,
  },
  {
    name: 'KubeletConfigControllerFails',
    expression: 'sum by (reason) (increase(kubeletcfg_controller_failures_total[30m])) > 10',
    for: '15m',
    severity: 'warning',
    summary: 'kubeletcfg controller cannot move the rollout: {{ $labels.reason }}.',
    description: `Read ${logs}.`,
  },
  {
    name: 'KubeletConfigControllerPolicyMissing',
    expression: 'min(kubeletcfg_controller_policy_enforced) == 0',
    for: '5m',
    severity: 'critical',
    summary: 'No policy limits what kubeletcfg controller writes.',
    description:
      'Whoever has its token can write the documents of all nodes. Apply what kubeletcfg controller manifests prints.',
  },
]

const series = (id: number, title: string, expr: string, legendFormat: string, y: number) => ({
  ...panel(id, 'timeseries', title, { x: 0, y, w: 24, h: 8 }),
  targets: [{ refId: 'A', datasource: source, expr, legendFormat }],
  fieldConfig: { defaults: { min: 0, decimals: 0 }, overrides: [] },
})

const dashboard = dashboardOf({
  ...{ uid: 'kubeletcfg-rollout', title: 'Rollouts of kubelet configurations', tag: 'kubeletcfg' },
  panels: [
    series(1, 'Phase', 'max by (phase) (kubeletcfg_rollout_phase) == 1', '{{phase}}', 0),
    series(2, 'Nodes', 'max by (state) (kubeletcfg_rollout_nodes)', '{{state}}', 8),
    series(3, 'What it waits for', 'max by (reason) (kubeletcfg_rollout_waits)', '{{reason}}', 16),
    series(4, 'Moves', 'sum by (step) (increase(kubeletcfg_rollout_moves_total[$__rate_interval]))', '{{step}}', 24),
  ],
})

/** For the Prometheus operator, and for the sidecar of Grafana that loads labelled ConfigMaps. */
export const monitoringObjects = (
  namespace: string,
  labels: Readonly<Record<string, string>>,
  { labels: selected }: Monitoring,
): readonly ObjectBody[] => [
  podMonitor({ name: controller.name, namespace }, { ...labels, ...selected }),
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: controller.name, namespace, labels: { ...labels, ...selected } },
    spec: { groups: [{ name: controller.name, rules: alerts.map(alertRule) }] },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${controller.name}-dashboard`, namespace, labels: { ...labels, grafana_dashboard: '1' } },
    data: { 'kubeletcfg-rollout.json': `${JSON.stringify(dashboard, null, 2)}\n` },
  },
]
