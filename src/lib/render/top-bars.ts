import type { ListedSize } from '../flows/sizes/list-sizes.ts'
import type { Resource } from '../sizing/amounts.ts'
import { percentsOf } from '../sizing/fullness.ts'
import type { Tone } from '../tone.ts'
import type { Column } from './column.ts'
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
import type { View } from './view.ts'

/** At least as wide as the word above it. */
const [narrowest, widest] = ['MEMORY'.length, 24]
const gap = 3
/** ` 100%`. */
const ofPercent = 5

/** As bars, which fill the width of a terminal as far as they can. If names are too long for it, -o wide has the sizes. */
export function topBars(lines: readonly TopLine[], { glyphs, width }: BarStyle): View<TopLine> {
  const nodes = lines.filter((line): line is ListedSize => !isFleet(line))
  const isMeasured = nodes.some(({ used }) => used !== undefined)
  const drift = nodes.some(hasDrifted) ? [driftColumn] : []
  const taken = [
    ...[nodeColumn, ...drift].map((column) => widthOf(column, lines) + gap),
    widthOf(stateColumn, nodes) + gap,
    2 * ofPercent * (isMeasured ? 2 : 1) + gap,
  ].reduce((sum, part) => sum + part)
  const left = width - taken
  const leftBesideSize = left - widthOf(sizeColumn, lines) - gap
  return leftBesideSize < 2 * narrowest
    ? barsView({ glyphs, width: fitting(left / 2) }, { isMeasured, drift })
    : barsView({ glyphs, width: fitting(leftBesideSize / 2) }, { isMeasured, drift, size: [sizeColumn] })
}

const widthOf = ({ header, value }: Column<TopLine>, lines: readonly TopLine[]): number =>
  Math.max(header.length, ...lines.map((line) => value(line).length))

/** A node with a name of 20 characters, its size, percentages and state. */
const usualRow = 76

/** The same for nodes that come one by one. */
export const barsOneByOne = ({ glyphs, width }: BarStyle): View<TopLine> =>
  barsView({ glyphs, width: fitting((width - usualRow) / 2) }, { isMeasured: true, drift: [], size: [sizeColumn] })

const fitting = (width: number): number => Math.max(narrowest, Math.min(widest, Math.floor(width)))

interface Parts {
  readonly isMeasured: boolean
  readonly drift: readonly Column<TopLine>[]
  readonly size?: readonly Column<TopLine>[]
}

function barsView(style: BarStyle, { isMeasured, drift, size }: Parts): View<TopLine> {
  const barColumns = (['cpu', 'memory'] as const).map((resource) => barColumn(resource, style, isMeasured))
  return {
    ...topTable,
    columns: [nodeColumn, ...(size ?? []), ...barColumns, ...drift, stateColumn],
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
      return `${barOf({ ...line, used: line.used }, resource, style)}${requested}${used}`
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
