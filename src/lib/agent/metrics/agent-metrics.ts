import { contentType, counter, expositionOf, gauge, type Metric, type Sample } from '../../metrics/metric.ts'
import type { Page } from '../../metrics/page.ts'
import { document } from '../../names.ts'
import { type Config, documentSources } from '../model/config.ts'
import { phases } from '../model/phase.ts'
import type { AgentStatus } from '../status/status.ts'
import type { Tally } from './tally.ts'

/** What is known besides the status. */
export interface Measured {
  readonly tally: Tally
  /** The namespace of the documents. */
  readonly namespace: string
  readonly version: string
  /** Seconds since the epoch. */
  readonly startedAt: number
  /** Of the agent, user and system. */
  readonly cpuSeconds: number
  readonly residentBytes: number
}

/**
 * The metrics of an agent. The names with `kubelet_node_config` and their labels are those of kubelets up to 1.23. Of the
 * configurations, only the present one has a series.
 */
export const agentMetrics = (status: AgentStatus, measured: Measured): readonly Metric[] => [
  ...historicMetrics(status, measured),
  ...stateMetrics(status),
  ...countedMetrics(measured.tally),
  ...processMetrics(measured),
]

function historicMetrics(status: AgentStatus, { namespace }: Measured): readonly Metric[] {
  const { node, assigned, active, lastKnownGood, problem, trouble } = status
  const series = (config: Config): Sample => ({ labels: configLabels(config, { node, namespace }), value: 1 })
  return [
    gauge('kubelet_node_config_assigned', 'The configuration that is assigned to the node.', [
      ...(assigned === undefined ? [] : [series(assigned)]),
    ]),
    gauge('kubelet_node_config_active', 'The configuration that the kubelet runs with.', [series(active)]),
    gauge('kubelet_node_config_last_known_good', 'The configuration that a rollback puts back.', [
      series(lastKnownGood),
    ]),
    gauge('kubelet_node_config_error', 'Whether there is a problem with the configuration of the node.', [
      truth(problem !== undefined || trouble !== undefined),
    ]),
  ]
}

function configLabels(
  config: Config,
  { node, namespace }: { node: string; namespace: string },
): Readonly<Record<string, string>> {
  if (config.source === 'local') return { node_config_source: 'local' }
  const name = config.source === 'global' ? document.globalName : `${node}${document.nodeSuffix}`
  return {
    node_config_source: `/api/v1/namespaces/${namespace}/configmaps/${name}`,
    node_config_uid: config.uid,
    node_config_resource_version: config.resourceVersion,
    node_config_kubelet_key: document.key,
  }
}

function stateMetrics(status: AgentStatus): readonly Metric[] {
  const { phase, since, active, trial, problem, trouble, bad, optOut, shadowedByFlags, drifted } = status
  const remainingMs = trial === undefined ? 0 : Math.max(trial.lengthMs - trial.elapsedMs, 0)
  return [
    gauge('kubeletcfg_agent_phase', 'The phase of the agent: 1 for the present one.', [
      ...phases.map((each) => ({ labels: { phase: each }, value: Number(each === phase) })),
    ]),
    gauge('kubeletcfg_agent_phase_start_time_seconds', 'When the phase began, since the epoch.', [
      { value: since / 1_000 },
    ]),
    gauge('kubeletcfg_agent_source', 'Where the running configuration comes from: 1 for the present source.', [
      ...[...documentSources, 'local'].map((each) => ({
        labels: { source: each },
        value: Number(each === active.source),
      })),
    ]),
    gauge('kubeletcfg_agent_trial_remaining_seconds', 'What is left of the trial; 0 outside of a trial.', [
      { value: remainingMs / 1_000 },
    ]),
    gauge('kubeletcfg_agent_problem', 'Why the assigned configuration does not run, by reason.', [
      ...(problem === undefined ? [] : [{ labels: { reason: problem.reason }, value: 1 }]),
    ]),
    gauge('kubeletcfg_agent_trouble', 'A problem that does not change what runs, by reason.', [
      ...(trouble === undefined ? [] : [{ labels: { reason: trouble.reason }, value: 1 }]),
    ]),
    gauge('kubeletcfg_agent_bad_documents', 'Documents that are not tried again, because they were rolled back.', [
      { value: bad.length },
    ]),
    gauge('kubeletcfg_agent_opted_out', 'Whether the node has opted out.', [truth(optOut !== undefined)]),
    gauge('kubeletcfg_agent_drifted', 'Whether another program changed the file that the kubelet reads.', [
      truth(drifted),
    ]),
    gauge('kubeletcfg_agent_shadowed_fields', 'Fields of the configuration that flags of the kubelet override.', [
      { value: shadowedByFlags.length },
    ]),
  ]
}

function countedMetrics({ restarts, entered, failedRequests, isLimited }: Tally): readonly Metric[] {
  const failures = Object.entries(failedRequests).map(([reason, value]) => ({ labels: { reason }, value }))
  return [
    counter('kubeletcfg_agent_restarts_total', 'Restarts of the kubelet by the agent.', [{ value: restarts }]),
    counter('kubeletcfg_agent_rollbacks_total', 'Configurations that were rolled back.', [
      { value: entered.RolledBack ?? 0 },
    ]),
    counter('kubeletcfg_agent_rejected_total', 'Configurations that were refused before they were applied.', [
      { value: entered.Rejected ?? 0 },
    ]),
    counter('kubeletcfg_agent_promoted_total', 'Configurations that passed their trial.', [
      { value: entered.Good ?? 0 },
    ]),
    counter('kubeletcfg_agent_failed_requests_total', 'Failed requests to the API server, by reason.', failures),
    gauge('kubeletcfg_agent_policy_enforced', 'Whether the policy denied what an agent must not write, as a dry run.', [
      ...(isLimited === undefined ? [] : [truth(isLimited)]),
    ]),
  ]
}

const processMetrics = ({ version, startedAt, cpuSeconds, residentBytes }: Measured): readonly Metric[] => [
  gauge('kubeletcfg_agent_build_info', 'The version of the agent.', [{ labels: { version }, value: 1 }]),
  gauge('process_start_time_seconds', 'When the process started, since the epoch.', [{ value: startedAt }]),
  counter('process_cpu_seconds_total', 'User and system time.', [{ value: cpuSeconds }]),
  gauge('process_resident_memory_bytes', 'Memory.', [{ value: residentBytes }]),
]

const truth = (is: boolean): Sample => ({ value: Number(is) })

/** What /healthz answers: whether the agent makes progress, not whether its kubelet is healthy. */
export const healthPage = (isAlive: boolean): Page =>
  isAlive ? { status: 200, text: 'ok\n' } : { status: 500, text: 'the agent makes no progress\n' }

/** What /metrics answers; before the first decision there is nothing to report. */
export const metricsPage = (status: AgentStatus | undefined, measured: Measured): Page =>
  status === undefined
    ? { status: 503, text: 'the agent is starting\n' }
    : { status: 200, text: expositionOf(agentMetrics(status, measured)), contentType }
