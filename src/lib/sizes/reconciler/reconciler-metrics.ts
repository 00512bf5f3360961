import { ReplicaState } from '../../loop/replica-state.ts'
import { type Counter, Registry } from '../../metrics/registry.ts'

/** The metrics of a reconciler: what it knows, and what it counts from its start on. */
export class ReconcilerMetrics {
  readonly registry = new Registry()
  /** What was done; `outcome`: of Restored, or the code of a failure. */
  readonly actions: Counter<'reason' | 'outcome'>
  readonly replica = new ReplicaState()
  /** Whether a policy limits what it writes; undefined: it is not known, or nobody limits a person. */
  policyEnforced: boolean | undefined
  /** By node: the reason of the last decision. */
  readonly #decisions = new Map<string, string>()
  readonly #resyncs: Counter
  /** Milliseconds since the epoch. */
  #resyncedAt: number | undefined

  constructor(version: string) {
    const { registry } = this
    registry.gauge('nodesize_reconciler_leader', 'Whether this replica leads.', () => this.replica.isLeader)
    registry.gauge('nodesize_reconciler_nodes', 'Nodes with a size to keep, by the last decision about them.', () =>
      [...Map.groupBy(this.#decisions.values(), (reason) => reason)].map(([reason, { length }]) => ({
        labels: { reason },
        value: length,
      })),
    )
    this.actions = registry.counter(
      'nodesize_reconciler_actions_total',
      'What was done with nodes, by reason and outcome.',
      ['reason', 'outcome'],
    )
    this.#resyncs = registry.counter('nodesize_reconciler_passes_total', 'Passes over all nodes.')
    registry.gauge(
      'nodesize_reconciler_last_pass_timestamp_seconds',
      'When the last pass ended, since the epoch.',
      () => (this.#resyncedAt === undefined ? undefined : this.#resyncedAt / 1_000),
    )
    registry.gauge(
      'nodesize_reconciler_policy_enforced',
      'Whether a policy limits what the reconciler writes, as it was tried last.',
      () => this.policyEnforced,
    )
    registry.gauge('nodesize_reconciler_build_info', 'The version.', () => [{ labels: { version }, value: 1 }])
  }

  /** undefined: the node has nothing to keep any more. */
  decided(node: string, reason: string | undefined): void {
    if (reason === undefined) this.#decisions.delete(node)
    else this.#decisions.set(node, reason)
  }

  resynced(now: number): void {
    this.#resyncs.inc()
    this.#resyncedAt = now
  }
}
