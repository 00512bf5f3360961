import { nodeSubject } from '../../message/fact.ts'
import { type Amounts, type Resource, resources } from '../../pods/amounts.ts'
import type { NodeSize, Occupant } from '../model/node-size.ts'
import type { Lack } from '../model/size-messages.ts'
import { NoRoom } from '../model/size-messages.ts'

const mostNamed = 3

/**
 * Whether the other pods of a node still fit next to a growing balloon. The kubelet grants all of a resize or nothing,
 * so both must fit. Counts as the scheduler does, never less than the kubelet: a pod that waits to grow comes first.
 */
export function lackOfRoom(nodeSize: NodeSize, after: Amounts): NoRoom | undefined {
  const lacks = resources
    .filter((resource) => after[resource] < nodeSize.requested[resource])
    .map((resource) => lackOf(resource, nodeSize, after))
  return lacks.length === 0 ? undefined : NoRoom({ subject: nodeSubject(nodeSize.node.name), lacks })
}

const lackOf = (resource: Resource, { requested, free, granted, occupants }: NodeSize, after: Amounts): Lack => ({
  resource,
  target: after[resource],
  requested: requested[resource],
  free: free[resource],
  waiting: requested[resource] - granted[resource],
  pods: biggest(resource, occupants),
})

const biggest = (resource: Resource, occupants: readonly Occupant[]): Lack['pods'] =>
  occupants
    .map(({ name, owner, requests }) => ({ name, amount: requests[resource], owner }))
    .filter(({ amount }) => amount > 0n)
    .toSorted((left, right) => Number(right.amount - left.amount))
    .slice(0, mostNamed)
