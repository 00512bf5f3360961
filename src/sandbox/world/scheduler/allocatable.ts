import { type Amounts, amountsOf } from '../../core/accounting/amounts.ts'
import type { Node } from '../../core/model/object.ts'

const known = new WeakMap<Node, Amounts>()

/** Allocatable of a node, cached for each version of the node, because the scheduler reads it often. */
export function allocatableOf(node: Node): Amounts {
  const found = known.get(node) ?? amountsOf(node.status?.allocatable)
  known.set(node, found)
  return found
}
