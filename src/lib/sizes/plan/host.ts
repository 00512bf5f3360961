import type { Node } from '../../api/node.ts'
import {
  type Amounts,
  add,
  amountsOf,
  each,
  floor,
  larger,
  none,
  resources,
  subtract,
  sum,
} from '../../pods/amounts.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { OutOfRange } from '../model/size-messages.ts'
import { pendingSizeOf } from './plan.ts'

/** The kubelets of one machine. */
export interface Host {
  /** The boot ID that they report; undefined when the nodes were named instead. */
  readonly bootId: string | undefined
  /** By name. */
  readonly nodes: readonly NodeSize[]
  /** What the nodes have together. */
  readonly size: Amounts
  readonly requested: Amounts
  /** What the kubelets together may offer at most: the largest allocatable of the nodes. */
  readonly allocatable: Amounts
  readonly capacity: Amounts
}

/**
 * What pods can request of a machine at most: per resource, the largest allocatable of its kubelets. Each of them reports
 * what it would offer if it had the machine alone, and what one of them reserves for the system is reserved once.
 */
export const allocatableOf = (nodes: readonly NodeSize[]): Amounts =>
  nodes.map(({ allocatable }) => allocatable).reduce(larger, none)

export const hostOf = (nodes: readonly NodeSize[], bootId?: string): Host => ({
  bootId,
  nodes,
  size: sum(nodes.map(({ size }) => size)),
  requested: sum(nodes.map(({ requested }) => requested)),
  allocatable: allocatableOf(nodes),
  capacity: nodes.map(({ node }) => amountsOf(node.capacity)).reduce(larger, none),
})

/**
 * The machines that have several kubelets, by the first name. Kubelets with the same boot ID run on the same kernel: it is
 * random at each boot, and containers see that of their machine. Machine IDs are cloned with images, and a container has
 * one of its own, as it may have a system UUID.
 */
export function sharedHosts(nodes: readonly NodeSize[]): readonly Host[] {
  const byKernel = Map.groupBy(nodes, ({ node }) => node.bootId)
  return [...byKernel].flatMap(([bootId, together]) =>
    bootId === '' || together.length === 1 ? [] : [hostOf(together, bootId)],
  )
}

/** The nodes that run on the same kernels as those of these names, and are none of them. */
export function namesBeside(
  nodes: readonly Pick<Node, 'name' | 'bootId'>[],
  names: readonly string[],
): readonly string[] {
  const kernels = new Set(nodes.filter(({ name }) => names.includes(name)).map(({ bootId }) => bootId))
  return nodes
    .filter(({ name, bootId }) => bootId !== '' && kernels.has(bootId) && !names.includes(name))
    .map(({ name }) => name)
}

/** By how much a part of a host exceeds it together with what other nodes of the host have; undefined: it does not. */
export const excessBeside = (
  beside: readonly NodeSize[],
  { part, whole }: { readonly part: Amounts; readonly whole: Amounts },
): Amounts | undefined =>
  beside.length === 0 ? undefined : excessOf({ size: add(part, sum(beside.map(pendingSizeOf))), allocatable: whole })

/** By how much the sizes of its nodes exceed the host; undefined: they do not. */
export function excessOf({ size, allocatable }: Pick<Host, 'size' | 'allocatable'>): Amounts | undefined {
  const excess = subtract(size, allocatable)
  if (resources.every((resource) => excess[resource] <= 0n)) return undefined
  return each((resource) => (excess[resource] > 0n ? excess[resource] : 0n))
}

/** The sizes of nodes that share this much in proportion to weights; they sum exactly to it. */
export function shares(host: Amounts, weights: readonly bigint[]): readonly Amounts[] {
  const [cpu, memory] = [apportion(host.cpu, weights), apportion(host.memory, weights)]
  return weights.map((_, i) => ({ cpu: cpu[i]!, memory: memory[i]! }))
}

/** The resources of a share that a node cannot have: its balloon keeps its floor, and a size is never zero. */
export const outsideOf = ({ allocatable }: Pick<NodeSize, 'allocatable'>, share: Amounts): readonly OutOfRange[] =>
  resources
    .map((resource) => ({
      resource,
      target: share[resource],
      largest: allocatable[resource] - floor[resource],
    }))
    .filter(({ target, largest }) => target > largest || target <= 0n)

/**
 * Parts of a total in proportion to weights, in whole units, which sum exactly to it. Each is rounded down or up: those
 * with the largest remainders are rounded up, the first of equal ones. At least one weight is positive.
 */
export function apportion(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const parts = weights.map((weight) => (total * weight) / all)
  const left = Number(total - parts.reduce((sum, part) => sum + part, 0n))
  const remainders = weights.map((weight, i) => ({ i, remainder: (total * weight) % all }))
  const rounded = remainders.toSorted((a, b) =>
    a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1,
  )
  const up = new Set(rounded.slice(0, left).map(({ i }) => i))
  return parts.map((part, i) => (up.has(i) ? part + 1n : part))
}
