import type { ListedSize } from '../flows/sizes/list-sizes.ts'
import type { Resource } from '../sizing/amounts.ts'
import { percentsOf } from '../sizing/fullness.ts'
import type { Tone } from '../tone.ts'
import type { Column } from './column.ts'
import { hasDrifted } from './listed-sizes-view.ts'
import { type BarStyle, barOf, type Glyphs } from './top-bar.ts'
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

const [narrowest, widest] = [4, 24]
const gap = 3
/** ` 100%`. */
const ofPercent = 5

/** As bars, which fill the width of a terminal as far as they can. */
export function topBars(
  lines: readonly TopLine[],
  { glyphs, width }: { readonly glyphs: Glyphs; readonly width: number },
): View<TopLine> {
  const nodes = lines.filter((line): line is ListedSize => !isFleet(line))
  const isMeasured = nodes.some(({ used }) => used !== undefined)
  const drift = nodes.some(hasDrifted) ? [driftColumn] : []
  const others = [nodeColumn, sizeColumn, ...drift].map(({ header, value }) =>
    Math.max(header.length, ...lines.map((line) => value(line).length)),
  )
  const states = Math.max(stateColumn.header.length, ...nodes.map((node) => stateColumn.value(node).length))
  const percents = 2 * ofPercent * (isMeasured ? 2 : 1)
  const taken = [...others, states].reduce((sum, column) => sum + column + gap, 0) + percents + gap
  const style = { glyphs, width: Math.max(narrowest, Math.min(widest, Math.floor((width - taken) / 2))) }
  const barColumns = (['cpu', 'memory'] as const).map((resource) => barColumn(resource, style, isMeasured))
  return {
    ...topTable,
    columns: [nodeColumn, sizeColumn, ...barColumns, ...drift, stateColumn],
    wide: amountsBesideBars,
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
