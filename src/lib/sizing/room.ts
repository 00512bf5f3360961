import { Failure } from '../failure.ts'
import { formatCpu } from '../quantity/cpu.ts'
import { displayMemoryRoundedDown, displayMemoryRoundedUp } from '../quantity/memory-display.ts'
import { type Amounts, type Resource, resources } from './amounts.ts'
import type { NodeSize, Occupant } from './node-size.ts'

const mostNamed = 3
/** Nothing that is in use may disappear in the rounding; nothing that is free may appear. */
const showUsed: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: displayMemoryRoundedUp }
const showFree: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: displayMemoryRoundedDown }

/**
 * Would the other pods of a node still fit beside a growing balloon? The kubelet grants all of a resize or nothing, so
 * both resources must. Counts as the scheduler does, never less than the kubelet: a pod that waits to grow was first.
 */
export function lackOfRoom(nodeSize: NodeSize, after: Amounts): Failure | undefined {
  const short = resources.filter((resource) => after[resource] < nodeSize.used[resource])
  if (short.length === 0) return undefined
  const { node, free } = nodeSize
  const problems = short.map((resource) => describeLack(resource, nodeSize, after))
  const spare = short.map((resource) => `${showFree[resource](free[resource])} ${resource}`).join(' and ')
  return new Failure('refused', `node '${node.name}' has no room to shrink: ${problems.join('; ')}`, {
    suggestions: [`it has ${spare} free`, ...short.flatMap((resource) => adviceOn(resource, nodeSize))],
  })
}

const describeLack = (resource: Resource, { used }: NodeSize, after: Amounts): string =>
  `its pods hold ${showUsed[resource](used[resource])} ${resource}, more than ${showFree[resource](after[resource])}`

function adviceOn(resource: Resource, { occupants, used, granted }: NodeSize): readonly string[] {
  const show = showUsed[resource]
  const waiting = used[resource] - granted[resource]
  return [
    `the smallest ${resource} possible is ${show(used[resource])}`,
    `most ${resource}: ${biggest(resource, occupants)
      .map(({ name, requests }) => `${name} ${show(requests[resource])}`)
      .join(', ')}`,
    ...(waiting > 0n ? [`pods that wait to be resized hold ${show(waiting)} ${resource} of it`] : []),
  ]
}

const biggest = (resource: Resource, occupants: readonly Occupant[]): readonly Occupant[] =>
  occupants
    .filter(({ requests }) => requests[resource] > 0n)
    .toSorted((left, right) => Number(right.requests[resource] - left.requests[resource]))
    .slice(0, mostNamed)
