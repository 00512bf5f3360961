import { countOf, type Wave } from './policy.ts'
import type { Progress } from './rollout.ts'
import { inOrder, type RolloutNode } from './rollout-node.ts'

/** The nodes that have the candidate at the end of a wave, of those that were there when the rollout began; in order. */
export function membersOf(
  { to }: Wave,
  { gate, canaries }: Pick<Progress, 'gate' | 'canaries'>,
  there: readonly RolloutNode[],
): readonly RolloutNode[] {
  const named = there.filter(({ name }) => gate.nodes.includes(name))
  switch (to.kind) {
    case 'canary':
      return inOrder(
        there.filter(({ name }) => canaries.includes(name)),
        gate.seed,
      )
    case 'nodes':
      return inOrder(
        there.filter(({ name }) => to.names.includes(name) || gate.nodes.includes(name)),
        gate.seed,
      )
    case 'count':
    case 'percent': {
      const others = inOrder(
        there.filter(({ name }) => !gate.nodes.includes(name)),
        gate.seed,
      )
      return [...named, ...others].slice(0, Math.max(named.length, countOf(to, there.length)))
    }
  }
}
