import type { Column, View } from '../../output/view.ts'
import { type Amounts, equal, formatAmounts, none } from '../../pods/amounts.ts'
import { formatCpu } from '../../quantity/cpu.ts'
import { displayMemoryRoundedDown } from '../../quantity/memory.ts'
import { isBroken } from '../desired/desired-size.ts'
import { driftFrom } from '../desired/drift.ts'
import { freeForPods } from '../model/node-size.ts'
import { nodeStates } from '../model/node-state.ts'
import { type FleetTotals, type Percents, percentsOf, totalsOf } from '../plan/fullness.ts'
import { cordonedText, showRoundedDown, showRoundedUp, sizeData, stateText, toneOfNode } from '../resize/output.ts'
import type { ListedSize } from './list-sizes.ts'
import { desiredSizeData, hasDrifted } from './listed-sizes-view.ts'
import { machineData } from './machine-column.ts'
import { sizesView } from './sizes-view.ts'

/** What all nodes have together. */
export interface Fleet extends FleetTotals {
  readonly sizes: readonly ListedSize[]
}

/** A line of the table: a node, or below the nodes what they have together. */
export type TopLine = ListedSize | Fleet

export const isFleet = (line: TopLine): line is Fleet => 'sizes' in line

export const fleetOf = (sizes: readonly ListedSize[]): Fleet => ({
  ...totalsOf(sizes.map((size) => ({ ...size, free: freeForPods(size), used: size.used }))),
  sizes,
})

/** The percentages of the usage are of the nodes that were measured. */
export const usedPercents = (line: TopLine): Percents | undefined =>
  line.used && percentsOf(line.used, isFleet(line) ? line.measuredSize : line.size)

export const nodeColumn: Column<TopLine> = {
  header: 'NODE',
  value: (line) => (isFleet(line) ? `all ${line.nodes}` : line.node.name),
}
export const sizeColumn: Column<TopLine> = { header: 'SIZE', value: ({ size }) => showRoundedDown(size) }
export const stateColumn: Column<TopLine> = {
  header: 'STATE',
  value: (line) => (isFleet(line) ? statesOf(line.sizes) : stateText(line)),
  tone: (line) => (isFleet(line) ? undefined : toneOfNode(line)),
  whenDeleted: 'Deleted',
}
export const driftColumn: Column<TopLine> = {
  header: 'DRIFT',
  value: (line) => (isFleet(line) ? countOf(line.sizes.filter(hasDrifted)) : driftText(line)),
  tone: (line) => (isFleet(line) || !hasDrifted(line) ? undefined : 'warn'),
}

const balloonColumn: Column<TopLine> = { header: 'BALLOON', value: ({ balloon }) => showRoundedUp(balloon) }
const amountColumns: readonly Column<TopLine>[] = [
  { header: 'REQUESTED', value: ({ requested }) => showRoundedUp(requested) },
  { header: 'USED', value: ({ used }) => (used === undefined ? '-' : showRoundedUp(used)) },
]
const onlyOfNodes = (column: Column<ListedSize>): Column<TopLine> => ({
  header: column.header,
  value: (line) => (isFleet(line) ? '-' : column.value(line)),
})
const detailColumns = sizesView.wide
  .filter(({ header }) => header === 'KUBELET' || header === 'MESSAGE')
  .map(onlyOfNodes)

/** As plain columns, which a program can read, too. */
export const topTable: View<TopLine> = {
  kind: 'NodeTopList',
  columns: [
    ...[nodeColumn, sizeColumn, balloonColumn, amountColumns[0]!],
    { header: 'REQUESTED%', value: ({ requested, size }) => percentsText(percentsOf(requested, size)) },
    amountColumns[1]!,
    { header: 'USED%', value: (line) => percentsText(usedPercents(line)) },
    ...[driftColumn, stateColumn],
  ],
  wide: detailColumns,
  data: () => ({}),
  name: (line) => (isFleet(line) ? undefined : `node/${line.node.name}`),
}

/** What -o wide adds to bars. */
export const amountsBesideBars: readonly Column<TopLine>[] = [balloonColumn, ...amountColumns, ...detailColumns]

/** The same as data. */
export const topView: View<ListedSize> = {
  kind: 'NodeTopList',
  columns: [],
  wide: [],
  data: (size) => ({
    ...sizeData(size),
    requestedPercent: percentsData(percentsOf(size.requested, size.size)),
    used: amountsData(size.used),
    usedPercent: percentsData(usedPercents(size)),
    ...desiredSizeData(size),
    ...machineData(size),
  }),
  name: ({ node }) => `node/${node.name}`,
}

/** The `summary` of the data. */
export function fleetData(fleet: Fleet): object {
  const { nodes, measured, sizes, size, allocatable, balloon, requested, free, used } = fleet
  return {
    nodes,
    measured,
    drifted: sizes.filter(hasDrifted).length,
    states: Object.fromEntries(countsOf(sizes)),
    unschedulable: cordonedOf(sizes).length,
    size: formatAmounts(size),
    allocatable: formatAmounts(allocatable),
    balloon: formatAmounts(balloon),
    requested: formatAmounts(requested),
    requestedPercent: percentsData(percentsOf(requested, size)),
    free: formatAmounts(free),
    used: amountsData(used),
    usedPercent: percentsData(usedPercents(fleet)),
  }
}

const amountsData = (amounts: Amounts | undefined) => (amounts === undefined ? null : formatAmounts(amounts))

const percentsData = (percents: Percents | undefined) =>
  percents === undefined ? null : { cpu: percents.cpu ?? null, memory: percents.memory ?? null }

export const percentText = (percent: number | undefined): string =>
  percent === undefined ? '-' : `${Math.trunc(percent)}%`

const percentsText = (percents: Percents | undefined): string =>
  percents === undefined ? '-' : `${percentText(percents.cpu)}/${percentText(percents.memory)}`

const countOf = (some: readonly unknown[]): string => (some.length === 0 ? '-' : String(some.length))

const countsOf = (sizes: readonly ListedSize[]) =>
  nodeStates.flatMap((state) => {
    const count = sizes.filter((size) => size.state === state).length
    return count === 0 ? [] : [[state, count] as const]
  })

const cordonedOf = (sizes: readonly ListedSize[]): readonly ListedSize[] =>
  sizes.filter(({ node }) => node.scheduling.unschedulable)

/** The state of all, or how many have each, and how many of them are cordoned. */
function statesOf(sizes: readonly ListedSize[]): string {
  const cordoned = cordonedOf(sizes).length
  const counts = [...countsOf(sizes), ...(cordoned === 0 ? [] : [[cordonedText, cordoned] as const])]
  return counts.length === 1 ? counts[0]![0] : counts.map(([state, count]) => `${count} ${state}`).join(', ')
}

/** By how much a node is larger than it is to be, `cpu/memory`; `-` if it is not. */
function driftText({ stored, ...size }: ListedSize): string {
  const drift = driftFrom(stored, size)
  if (drift === undefined) return stored && isBroken(stored.desired) ? 'broken' : '?'
  if (equal(drift, none)) return '-'
  return `${signed(drift.cpu, formatCpu)}/${signed(drift.memory, displayMemoryRoundedDown)}`
}

const signed = (amount: bigint, show: (amount: bigint) => string): string => `${amount > 0n ? '+' : ''}${show(amount)}`
