import { type Amounts, amountsOf } from '../../core/accounting/amounts.ts'
import type { Node } from '../../core/model/object.ts'

const known = new WeakMap<Node, Amounts>()

/** What pods may have of a node; read once from each state of a node, for the scheduler asks a thousand times. */
export function allocatableOf(node: Node): Amounts {
  const found = known.get(node) ?? amountsOf(node.status?.allocatable)
  known.set(node, found)
  return found
}
