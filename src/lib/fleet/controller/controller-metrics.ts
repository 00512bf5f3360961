import { ReplicaState } from '../../loop/replica-state.ts'
import { type Counter, Registry } from '../../metrics/registry.ts'
import { admits, nodesOf } from '../../rollouts/gate.ts'
import { standingWith } from '../../rollouts/rollout-node.ts'
import type { Looked, Moved } from '../rollout/mover.ts'

const phases = ['Missing', 'Unreadable', 'Released', 'Idle', 'Progressing', 'Paused', 'Aborting'] as const
type Phase = (typeof phases)[number]

/** The metrics of a controller: where the rollout stands, and what it counts from its start on. */
export class ControllerMetrics {
  readonly registry = new Registry()
  readonly replica = new ReplicaState()
  /** Whether a policy limits what it writes; undefined: it is not known, or nobody limits a person. */
  policyEnforced: boolean | undefined
  readonly #moves: Counter<'step'>
  readonly #failures: Counter<'reason'>
  #looked: Looked | undefined
  /** Milliseconds since the epoch. */
  #lookedAt: number | undefined
  #movedAt: number | undefined

  constructor(version: string) {
    const { registry } = this
    registry.gauge('kubeletcfg_controller_leader', 'Whether this replica leads.', () => this.replica.isLeader)
    registry.gauge(
      'kubeletcfg_controller_last_look_timestamp_seconds',
      'When the rollout was looked at last, since the epoch.',
      () => seconds(this.#lookedAt),
    )
    registry.gauge(
      'kubeletcfg_controller_policy_enforced',
      'Whether a policy limits what the controller writes, as it was tried last.',
      () => this.policyEnforced,
    )
    this.#failures = registry.counter('kubeletcfg_controller_failures_total', 'Failed looks and moves, by reason.', [
      'reason',
    ])
    registry.gauge('kubeletcfg_rollout_phase', '1 for the phase of the rollout, and 0 for all others.', () => {
      const phase = this.#looked && phaseOf(this.#looked)
      return phase && phases.map((one) => ({ labels: { phase: one }, value: Number(one === phase) }))
    })
    registry.gauge('kubeletcfg_rollout_waits', 'Why the rollout does not go on.', () => {
      const decision = this.#at?.decision
      return decision?.kind === 'hold' ? [{ labels: { reason: decision.because.reason }, value: 1 }] : undefined
    })
    registry.gauge('kubeletcfg_rollout_nodes', 'Nodes, by how they stand with the rollout.', () =>
      this.#at === undefined
        ? undefined
        : Object.entries(countsOf(this.#at)).map(([state, value]) => ({ labels: { state }, value })),
    )
    registry.gauge('kubeletcfg_rollout_wave', 'The wave, from 1 on.', () => {
      const progress = this.#at?.rollout.progress
      return progress && progress.wave + 1
    })
    registry.gauge(
      'kubeletcfg_rollout_started_timestamp_seconds',
      'When the rollout that is under way began, since the epoch.',
      () => seconds(this.#at?.rollout.progress && Date.parse(this.#at.rollout.progress.startedAt)),
    )
    registry.gauge(
      'kubeletcfg_rollout_last_move_timestamp_seconds',
      'When this replica moved it last, since the epoch.',
      () => seconds(this.#movedAt),
    )
    this.#moves = registry.counter('kubeletcfg_rollout_moves_total', 'Moves of this replica, by step.', ['step'])
    registry.gauge('kubeletcfg_controller_build_info', 'The version.', () => [{ labels: { version }, value: 1 }])
  }

  looked(looked: Looked, now: number): void {
    this.#looked = looked
    this.#lookedAt = now
  }

  moved({ decision }: Moved, now: number): void {
    if (decision.kind !== 'move') return
    this.#moves.inc({ step: decision.step })
    this.#movedAt = now
  }

  failed(reason: string): void {
    this.#failures.inc({ reason })
  }

  get #at(): Moved | undefined {
    return this.#looked?.kind === 'rests' ? this.#looked.at : undefined
  }
}

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000)

function phaseOf(looked: Looked): Phase | undefined {
  switch (looked.kind) {
    case 'unreadable':
      return 'Unreadable'
    case 'no-policy':
      return looked.view.stored === undefined ? 'Missing' : 'Released'
    case 'rests':
      return looked.at.rollout.progress?.phase ?? 'Idle'
    case 'contended':
      return undefined
  }
}

function countsOf({ rollout, fleet }: Moved): Readonly<Record<string, number>> {
  const { progress } = rollout
  const there = progress === undefined ? fleet.members : nodesOf(progress.gate, fleet.members)
  const admitted = progress === undefined ? [] : there.filter((node) => admits(progress.gate, node))
  const byStanding = Map.groupBy(admitted, (node) => standingWith(node, progress!.candidate))
  const admittedAnd = (standing: 'well' | 'failed') => byStanding.get(standing)?.length ?? 0
  return {
    ...{ concerned: there.length, admitted: admitted.length, well: admittedAnd('well'), failed: admittedAnd('failed') },
    ...{ left_out: fleet.leftOut.length, ahead: fleet.ahead.length },
  }
}
