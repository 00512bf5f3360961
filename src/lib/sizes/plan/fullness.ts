import { type Amounts, add, none, type Resource } from '../../pods/amounts.ts'
import type { NodeTotals } from '../model/node-size.ts'

type Sums = Pick<NodeTotals, 'size' | 'requested'>

/** In percent, with one decimal, cut off: only what is full has 100. undefined: there is no whole. */
export function percentOf(part: bigint, whole: bigint): number | undefined {
  return whole <= 0n ? undefined : Number((part * 1000n) / whole) / 10
}

/** Of each resource. */
export type Percents = Readonly<Record<Resource, number | undefined>>

export const percentsOf = (part: Amounts, whole: Amounts): Percents => ({
  cpu: percentOf(part.cpu, whole.cpu),
  memory: percentOf(part.memory, whole.memory),
})

/** Of the fuller resource; a node without a size is full. */
function fullness({ size, requested }: Sums): number {
  const percents = Object.values(percentsOf(requested, size)) as readonly (number | undefined)[]
  return Math.max(...percents.map((percent) => percent ?? Number.POSITIVE_INFINITY))
}

/** The fullest first; equally full ones stay in their order. */
export const fullestFirst = <Row extends Sums>(rows: readonly Row[]): readonly Row[] =>
  rows
    .map((row) => ({ row, full: fullness(row) }))
    .sort((one, other) => (one.full === other.full ? 0 : other.full - one.full))
    .map(({ row }) => row)

/** What nodes have together. */
export interface FleetTotals {
  readonly nodes: number
  readonly size: Amounts
  readonly allocatable: Amounts
  readonly balloon: Amounts
  readonly requested: Amounts
  readonly free: Amounts
  /** Of the nodes that were measured; undefined: none was. */
  readonly used: Amounts | undefined
  /** How many nodes were measured. */
  readonly measured: number
  /** The size of the nodes that were measured. */
  readonly measuredSize: Amounts
}

const fields = ['size', 'allocatable', 'balloon', 'requested', 'free'] as const

export type UsedTotals = Pick<NodeTotals, (typeof fields)[number]> & { readonly used: Amounts | undefined }

export function totalsOf(nodes: readonly UsedTotals[]): FleetTotals {
  const total = (field: (typeof fields)[number]): Amounts => nodes.map((node) => node[field]).reduce(add, none)
  const measured = nodes.filter(({ used }) => used !== undefined)
  return {
    nodes: nodes.length,
    size: total('size'),
    allocatable: total('allocatable'),
    balloon: total('balloon'),
    requested: total('requested'),
    free: total('free'),
    used: measured.length === 0 ? undefined : measured.map(({ used }) => used ?? none).reduce(add, none),
    measured: measured.length,
    measuredSize: measured.map(({ size }) => size).reduce(add, none),
  }
}
