import { contentType, counter, expositionOf, gauge, type Metric } from '../../metrics/metric.ts'
import type { Page } from '../../metrics/page.ts'
import type { Tally } from './tally.ts'

/** What is known besides the tally. */
export interface Measured {
  readonly version: string
  /** Seconds since the epoch. */
  readonly startedAt: number
  /** User and system. */
  readonly cpuSeconds: number
  readonly residentBytes: number
}

/** A replica that waits is ready: another one leads. */
export const readyPage = ({ hasSeenLease, isLeader, isSynced }: Tally): Page => {
  if (!hasSeenLease) return { status: 503, text: 'the Lease has not been read\n' }
  return isLeader && !isSynced ? { status: 503, text: 'the cluster is being read\n' } : { status: 200, text: 'ok\n' }
}

/** It answers, so it runs: a leader that cannot renew its Lease ends by itself. */
export const livePage: Page = { status: 200, text: 'ok\n' }

export const reconcilerMetricsPage = (tally: Tally, measured: Measured): Page => ({
  status: 200,
  text: expositionOf(reconcilerMetrics(tally, measured)),
  contentType,
})

export function reconcilerMetrics(tally: Tally, measured: Measured): readonly Metric[] {
  const nodes = [...tally.nodes].map(([reason, value]) => ({ labels: { reason }, value }))
  const actions = [...tally.actions].map(({ reason, outcome, count }) => ({
    labels: { reason, outcome },
    value: count,
  }))
  return [
    gauge('nodesize_reconciler_leader', 'Whether this replica leads.', [{ value: Number(tally.isLeader) }]),
    gauge('nodesize_reconciler_nodes', 'Nodes with a size to keep, by the last decision about them.', nodes),
    counter('nodesize_reconciler_actions_total', 'What was done with nodes, by reason and outcome.', actions),
    counter('nodesize_reconciler_passes_total', 'Passes over all nodes.', [{ value: tally.passes }]),
    gauge('nodesize_reconciler_last_pass_timestamp_seconds', 'When the last pass ended, since the epoch.', [
      ...(tally.passedAt === undefined ? [] : [{ value: tally.passedAt / 1_000 }]),
    ]),
    gauge(
      'nodesize_reconciler_policy_enforced',
      'Whether a policy limits what the reconciler writes, as it was tried last.',
      tally.policyEnforced === undefined ? [] : [{ value: Number(tally.policyEnforced) }],
    ),
    gauge('nodesize_reconciler_build_info', 'The version.', [{ labels: { version: measured.version }, value: 1 }]),
    gauge('process_start_time_seconds', 'When the process started, since the epoch.', [{ value: measured.startedAt }]),
    counter('process_cpu_seconds_total', 'User and system time.', [{ value: measured.cpuSeconds }]),
    gauge('process_resident_memory_bytes', 'Memory.', [{ value: measured.residentBytes }]),
  ]
}
