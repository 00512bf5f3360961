import type { RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import type { Op, Schedule } from './schedule.ts'

const minute = 60_000
const day = 86_400_000

interface Fleet {
  readonly nodes: number
  readonly policy: RolloutPolicy
}

/**
 * How long a fleet in which nothing is wrong takes at the most: what was under way goes back node by node, and what is wanted comes
 * node by node, in all waves.
 */
export function boundMs({ agents, documents, ops }: Schedule, { nodes, policy }: Fleet): number {
  const longer = Math.max(...documents.map((effect) => (effect.does === 'takes-long' ? effect.ms : 0)))
  const nodeMs = agents.trialMs + longer + agents.jitterMs + 5 * minute
  const soakMs = Math.max(policy.soakMs, ...policy.waves.map(({ soakMs = 0 }) => soakMs))
  const wavesMs = policy.waves.length * (soakMs + 15 * minute)
  const ms =
    (2 * nodes + 4) * nodeMs + 2 * wavesMs + 2 * policy.nodeDeadlineMs + ops.reduce((sum, op) => sum + heldMs(op), 0)
  // Windows are open for half of a day.
  return policy.windows.length === 0 ? ms : 2 * ms + 2 * day
}

/** By what pods show, or do not. */
function heldMs(op: Op): number {
  switch (op.kind) {
    case 'pod-noise':
      return 20 * minute
    case 'pods-unreadable':
      return op.forMs + minute
    case 'dns-fails':
      return op.forMs + 20 * minute
    default:
      return 0
  }
}
