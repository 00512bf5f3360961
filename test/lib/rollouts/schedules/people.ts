import { rolloutFleet } from '../../../../src/lib/fleet/rollout/rollout-fleet.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import type { RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import type { Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import { userChanges, withPolicy } from '../../../../src/lib/rollouts/user-changes.ts'
import type { Change } from './schedule.ts'
import { desiredOf, type SimulatedCluster } from './simulated-cluster.ts'

/** What people do with `rollout` commands. Each returns whether it was done. */
export class People {
  readonly #cluster: SimulatedCluster

  constructor(cluster: SimulatedCluster) {
    this.#cluster = cluster
  }

  ask(change: Change): boolean {
    const { rollout } = this.#cluster
    if (rollout?.policy === undefined) return false
    try {
      return this.#store(userChanges[change](rollout, { by: 'jane', note: undefined, now: this.#cluster.now() }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return false
    }
  }

  setPolicy(policy: RolloutPolicy, force: boolean): 'changed' | 'begun' | 'refused' {
    const { stored, rollout, desired } = this.#cluster
    if (stored?.reading.kind === 'unreadable' && !force) return 'refused'
    if (rollout?.policy !== undefined) {
      this.#store(withPolicy(rollout, policy))
      return 'changed'
    }
    if (desired.kind === 'unusable') return 'refused'
    if (!force && this.#members().some(({ report }) => report.kind !== 'failed' && report.runs !== desired.digest))
      return 'refused'
    const { kind: _, ...document } = desired
    const generation = (rollout?.generation ?? 0) + 1
    const promoted = { ...document, generation }
    this.#store({ policy, generation, promoted, progress: undefined, past: rollout?.past ?? [] })
    return 'begun'
  }

  deletePolicy(force: boolean): boolean {
    const { stored, rollout, desired } = this.#cluster
    if (stored === undefined || (rollout !== undefined && rollout.policy === undefined)) return false
    const isPromoted = desired.kind === 'document' && desired.digest === rollout?.promoted.digest
    if (!force && (rollout?.progress !== undefined || !isPromoted)) return false
    const { kind: _, ...none } = desiredOf(undefined)
    const base = rollout ?? { generation: 0, promoted: { ...none, generation: 0 }, past: [] }
    return this.#store({ ...base, policy: undefined, progress: undefined })
  }

  #members() {
    const { nodes, owners } = this.#cluster
    return rolloutFleet([...nodes.values()], { own: owners, now: this.#cluster.now() }).members
  }

  #store = (next: Rollout): boolean => this.#cluster.write(next, this.#cluster.stored)
}
