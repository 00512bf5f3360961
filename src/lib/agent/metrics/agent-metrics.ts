import type { Sample } from '../../metrics/metric.ts'
import { metricsPage, okPage, type Page } from '../../metrics/page.ts'
import { type Counter, Registry, type Value } from '../../metrics/registry.ts'
import { document } from '../../names.ts'
import { type Config, documentSources } from '../model/config.ts'
import { type Phase, phases } from '../model/phase.ts'
import type { AgentStatus } from '../status/status.ts'

interface Program {
  /** The namespace of the documents. */
  readonly namespace: string
  readonly version: string
}

/**
 * The metrics of an agent: what its status tells, and what it counts from its start on. The names with
 * `kubelet_node_config` and their labels are those of kubelets up to 1.23. Of the configurations, only the present one has
 * a series.
 */
export class AgentMetrics {
  readonly registry = new Registry()
  /** Restarts of the kubelet by the agent. */
  readonly restarts: Counter
  /** Whether a policy limits the agent; undefined: it is not known. */
  isLimited: boolean | undefined
  /** Entries into a phase. */
  readonly #entered: Partial<Record<Phase, Counter>>
  #status: AgentStatus | undefined

  constructor({ namespace, version }: Program) {
    const { registry } = this
    this.#registerHistoric(namespace)
    this.#registerState()
    this.restarts = registry.counter('kubeletcfg_agent_restarts_total', 'Restarts of the kubelet by the agent.')
    this.#entered = {
      RolledBack: registry.counter('kubeletcfg_agent_rollbacks_total', 'Configurations that were rolled back.'),
      Rejected: registry.counter(
        'kubeletcfg_agent_rejected_total',
        'Configurations that were refused before they were applied.',
      ),
      Good: registry.counter('kubeletcfg_agent_promoted_total', 'Configurations that passed their trial.'),
    }
    registry.gauge(
      'kubeletcfg_agent_policy_enforced',
      'Whether the policy denied what an agent must not write, as a dry run.',
      () => this.isLimited,
    )
    registry.gauge('kubeletcfg_agent_build_info', 'The version of the agent.', () => [
      { labels: { version }, value: 1 },
    ])
  }

  /** undefined: nothing is decided yet. */
  get status(): AgentStatus | undefined {
    return this.#status
  }

  decided(status: AgentStatus): void {
    const before = this.#status
    this.#status = status
    if (before !== undefined && before.phase !== status.phase) this.#entered[status.phase]?.inc()
  }

  /** What /metrics answers; before the first decision there is nothing to report. */
  page(): Page {
    return this.#status === undefined ? { status: 503, text: 'the agent is starting\n' } : metricsPage(this.registry)
  }

  #gauge(name: string, help: string, value: (status: AgentStatus) => Value): void {
    this.registry.gauge(name, help, () => (this.#status === undefined ? undefined : value(this.#status)))
  }

  #registerHistoric(namespace: string): void {
    const series = (config: Config | undefined, { node }: AgentStatus): readonly Sample[] =>
      config === undefined ? [] : [{ labels: configLabels(config, { node, namespace }), value: 1 }]
    this.#gauge('kubelet_node_config_assigned', 'The configuration that is assigned to the node.', (status) =>
      series(status.assigned, status),
    )
    this.#gauge('kubelet_node_config_active', 'The configuration that the kubelet runs with.', (status) =>
      series(status.active, status),
    )
    this.#gauge('kubelet_node_config_last_known_good', 'The configuration that a rollback puts back.', (status) =>
      series(status.lastKnownGood, status),
    )
    this.#gauge(
      'kubelet_node_config_error',
      'Whether there is a problem with the configuration of the node.',
      ({ problem, trouble }) => problem !== undefined || trouble !== undefined,
    )
  }

  #registerState(): void {
    this.#gauge('kubeletcfg_agent_phase', 'The phase of the agent: 1 for the present one.', ({ phase }) =>
      phases.map((each) => ({ labels: { phase: each }, value: Number(each === phase) })),
    )
    this.#gauge(
      'kubeletcfg_agent_phase_start_time_seconds',
      'When the phase began, since the epoch.',
      ({ since }) => since / 1_000,
    )
    this.#gauge(
      'kubeletcfg_agent_source',
      'Where the running configuration comes from: 1 for the present source.',
      ({ active }) =>
        [...documentSources, 'local'].map((each) => ({
          labels: { source: each },
          value: Number(each === active.source),
        })),
    )
    this.#gauge(
      'kubeletcfg_agent_trial_remaining_seconds',
      'What is left of the trial; 0 outside of a trial.',
      ({ trial }) => (trial === undefined ? 0 : Math.max(trial.lengthMs - trial.elapsedMs, 0) / 1_000),
    )
    this.#gauge('kubeletcfg_agent_problem', 'Why the assigned configuration does not run, by reason.', ({ problem }) =>
      problem === undefined ? undefined : [{ labels: { reason: problem.reason }, value: 1 }],
    )
    this.#gauge('kubeletcfg_agent_trouble', 'A problem that does not change what runs, by reason.', ({ trouble }) =>
      trouble === undefined ? undefined : [{ labels: { reason: trouble.reason }, value: 1 }],
    )
    this.#gauge(
      'kubeletcfg_agent_bad_documents',
      'Documents that are not tried again, because they were rolled back.',
      ({ bad }) => bad.length,
    )
    this.#gauge('kubeletcfg_agent_opted_out', 'Whether the node has opted out.', ({ optOut }) => optOut !== undefined)
    this.#gauge(
      'kubeletcfg_agent_drifted',
      'Whether another program changed the file that the kubelet reads.',
      ({ drifted }) => drifted,
    )
    this.#gauge(
      'kubeletcfg_agent_shadowed_fields',
      'Fields of the configuration that flags of the kubelet override.',
      ({ shadowedByFlags }) => shadowedByFlags.length,
    )
  }
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

/** What /healthz answers: whether the agent makes progress, not whether its kubelet is healthy. */
export const healthPage = (isAlive: boolean): Page =>
  isAlive ? okPage : { status: 500, text: 'the agent makes no progress\n' }
