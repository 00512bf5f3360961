import { type GatedNode, positionOf } from './gate.ts'
import type { Progress } from './rollout.ts'

/** When a gate has admitted a node, milliseconds since the epoch, as far as its moves are known. */
export function admittedAt(node: GatedNode, { gate, moves, startedAt }: Progress): number {
  const place = gate.nodes.indexOf(node.name)
  const position = positionOf(node, gate.seed)
  const first = moves.find(({ upTo, named = gate.nodes.length }) => (place < 0 ? position <= upTo : place < named))
  return Date.parse(first?.at ?? moves.at(-1)?.at ?? startedAt)
}
