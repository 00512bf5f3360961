import { type Gate, positionOf } from './gate.ts'
import type { Wave } from './policy.ts'
import { inOrder, type RolloutNode } from './rollout-node.ts'

interface Opening {
  readonly wave: Wave
  /** Nodes of it that are to be admitted, the first in order. */
  readonly more: readonly RolloutNode[]
}

/** Canaries are admitted by their names, all others by their positions. */
export function openGate(gate: Gate, { wave, more }: Opening): Gate {
  if (wave.to.kind === 'canary' || wave.to.kind === 'nodes')
    return { ...gate, nodes: [...gate.nodes, ...more.map(({ name }) => name)] }
  return { ...gate, upTo: Math.max(gate.upTo, ...more.map((node) => positionOf(node, gate.seed))) }
}

interface Closing {
  /** All nodes that it admits now. */
  readonly admitted: readonly RolloutNode[]
  /** Whether a node is away only once it comes back; others do not count. */
  readonly runs: (node: RolloutNode) => boolean
  /** So many that have to come back. */
  readonly most: number
}

/** Without the last nodes, those by position first. */
export function closeGate(gate: Gate, { admitted, runs, most }: Closing): Gate {
  const byPosition = inOrder(
    admitted.filter(({ name }) => !gate.nodes.includes(name)),
    gate.seed,
  )
  const kept = withoutLast(byPosition, runs, most)
  const lastKept = kept.at(-1)
  if (lastKept !== undefined) return { ...gate, upTo: positionOf(lastKept, gate.seed) }
  const left = most - byPosition.filter(runs).length
  const known = new Map(admitted.map((node) => [node.name, node]))
  const named = gate.nodes.flatMap((name) => known.get(name) ?? [])
  return { ...gate, upTo: 0, nodes: withoutLast(named, runs, Math.max(0, left)).map(({ name }) => name) }
}

/** The longest beginning of a list that leaves out at most so many that run it. */
function withoutLast(nodes: readonly RolloutNode[], runs: Closing['runs'], most: number): readonly RolloutNode[] {
  let left = most
  let end = nodes.length
  while (end > 0 && (left > 0 || !runs(nodes[end - 1]!))) {
    if (runs(nodes[end - 1]!)) left -= 1
    end -= 1
  }
  return nodes.slice(0, end)
}
