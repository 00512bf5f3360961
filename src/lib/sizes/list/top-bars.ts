import type { Tone } from '../../message/line.ts'
import type { Column, View } from '../../output/view.ts'
import type { Resource } from '../../pods/amounts.ts'
import { percentsOf } from '../plan/fullness.ts'
import type { ListedSize } from './list-sizes.ts'
import { hasDrifted } from './listed-sizes-view.ts'
import { type BarStyle, barOf } from './top-bar.ts'
import {
  amountsBesideBars,
  driftColumn,
  isFleet,
  nodeColumn,
  percentText,
  sizeColumn,
  stateColumn,
  type TopLine,
  topTable,
  usedPercents,
} from './top-view.ts'

/** At least as wide as the word above it. */
const [narrowest, widest] = ['MEMORY'.length, 24]
const gap = 3
/** ` 100%`. */
const ofPercent = 5

interface Surroundings extends BarStyle {
  /** Nodes come one by one after these: usage, too, and other states. */
  readonly isWatch?: boolean
  /** Names are never cut. */
  readonly isWide?: boolean
}

/**
 * As bars, which fill the width of a terminal as far as they can. If names are too long for it, -o wide has the sizes; if they
 * are too long even so, the middle of a name is cut out.
 */
export function topBars(
  lines: readonly TopLine[],
  { glyphs, width, isWatch = false, isWide = false }: Surroundings,
): View<TopLine> {
  const nodes = lines.filter((line): line is ListedSize => !isFleet(line))
  const isMeasured = isWatch || nodes.some(({ used }) => used !== undefined)
  const drift = !isWatch && nodes.some(hasDrifted) ? [driftColumn] : []
  const state = Math.max(widthOf(stateColumn, nodes), isWatch ? usualState : 0)
  const beside = [
    ...drift.map((column) => widthOf(column, lines) + gap),
    state + gap,
    2 * ofPercent * (isMeasured ? 2 : 1) + gap,
    gap,
  ].reduce((sum, part) => sum + part)
  const left = width - beside
  const leftBesideName = left - widthOf(nodeColumn, lines)
  const leftBesideSize = leftBesideName - widthOf(sizeColumn, lines) - gap
  const parts = { isMeasured, drift, name: nodeColumn }
  if (leftBesideSize >= 2 * narrowest)
    return barsView({ glyphs, width: fitting(leftBesideSize / 2) }, { ...parts, size: [sizeColumn] })
  if (isWide || leftBesideName >= 2 * narrowest) return barsView({ glyphs, width: fitting(leftBesideName / 2) }, parts)
  const room = { width: Math.max(leastName, left - 2 * narrowest), gap: glyphs.gap }
  return barsView({ glyphs, width: narrowest }, { ...parts, name: shortened(lines, room) })
}

const widthOf = ({ header, value }: Column<TopLine>, lines: readonly TopLine[]): number =>
  Math.max(header.length, ...lines.map((line) => value(line).length))

/** Columns for the state of a node that is being resized. */
const usualState = 'Resizing'.length

/** Less of a name tells nobody which it is. */
const leastName = 16

function shortened(lines: readonly TopLine[], room: Parameters<typeof shortNames>[1]): Column<TopLine> {
  const short = shortNames(lines.map(nodeColumn.value), room)
  return { ...nodeColumn, value: (line) => short(nodeColumn.value(line)) }
}

const fitting = (width: number): number => Math.max(narrowest, Math.min(widest, Math.floor(width)))

interface Parts {
  readonly isMeasured: boolean
  readonly drift: readonly Column<TopLine>[]
  readonly name: Column<TopLine>
  readonly size?: readonly Column<TopLine>[]
}

function barsView(style: BarStyle, { isMeasured, drift, name, size }: Parts): View<TopLine> {
  const barColumns = (['cpu', 'memory'] as const).map((resource) => barColumn(resource, style, isMeasured))
  return {
    ...topTable,
    columns: [name, ...(size ?? []), ...barColumns, ...drift, stateColumn],
    wide: [...(size === undefined ? [sizeColumn] : []), ...amountsBesideBars],
  }
}

function barColumn(resource: Resource, style: BarStyle, isMeasured: boolean): Column<TopLine> {
  const header = resource.toUpperCase().padEnd(style.width)
  const right = (text: string): string => text.padStart(ofPercent)
  return {
    header: `${header}${right('REQ')}${isMeasured ? right('USE') : ''}`,
    value: (line) => {
      const requested = right(percentText(percentsOf(line.requested, line.size)[resource]))
      const used = isMeasured ? right(percentText(usedPercents(line)?.[resource])) : ''
      const isClosed = !isFleet(line) && line.node.scheduling.unschedulable
      return `${barOf({ ...line, used: line.used, isClosed }, resource, style)}${requested}${used}`
    },
    tone: (line) => toneOf(line, resource),
  }
}

const nearlyFull = 90

/** By requests, which decide whether another pod fits. */
function toneOf({ requested, size }: TopLine, resource: Resource): Tone {
  const percent = percentsOf(requested, size)[resource] ?? Number.POSITIVE_INFINITY
  if (percent > 100) return 'bad'
  return percent >= nearlyFull ? 'warn' : 'good'
}

interface Room {
  /** In columns. */
  readonly width: number
  /** Stands for what is cut out. */
  readonly gap: string
}

/**
 * Names as they fit into a column: without their middle, if they are longer. Names that could be taken for another one stay
 * whole, also if they come later than `names`.
 */
export function shortNames(names: readonly string[], { width, gap }: Room): (name: string) => string {
  const kept = Math.max(0, width - gap.length)
  const short = (name: string): string =>
    name.length <= width
      ? name
      : name.slice(0, Math.ceil(kept / 2)) + gap + name.slice(name.length - Math.floor(kept / 2))
  const owners = Map.groupBy(new Set(names), short)
  const later = new Map<string, string>()
  return (name) => {
    const text = short(name)
    const [owner = later.get(text) ?? name, ...others] = owners.get(text) ?? []
    if (owner !== name || others.length > 0) return name
    later.set(text, name)
    return text
  }
}
