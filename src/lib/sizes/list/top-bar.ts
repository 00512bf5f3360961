import type { Resource } from '../../pods/amounts.ts'
import type { UsedTotals } from '../plan/fullness.ts'

/** What the cells of a bar are drawn with. */
export interface Glyphs {
  readonly both: string
  readonly requested: string
  readonly used: string
  readonly free: string
  /** Free, but the node is cordoned. */
  readonly closed: string
  readonly balloon: string
  /** Of a name that is too long. */
  readonly gap: string
}

/** The upper half of a cell stands for requests, the lower half for usage. */
export const blocks: Glyphs = { both: '█', requested: '▀', used: '▄', free: '░', closed: '╌', balloon: '·', gap: '…' }
export const ascii: Glyphs = { both: '#', requested: '=', used: '_', free: '.', closed: '-', balloon: '~', gap: '..' }

/** Amounts of a resource within allocatable, from the left: requests and usage, what is free, the balloon. */
export function barOf(
  { isClosed, ...sums }: UsedTotals & { readonly isClosed: boolean },
  resource: Resource,
  { glyphs, width }: BarStyle,
): string {
  const whole = sums.allocatable[resource]
  const size = cellsOf(sums.size[resource], whole, width)
  const requested = cellsOf(sums.requested[resource], whole, width)
  const used = sums.used === undefined ? requested : cellsOf(sums.used[resource], whole, width)
  return Array.from({ length: width }, (_, cell) => {
    if (cell < requested && cell < used) return glyphs.both
    if (cell < requested) return glyphs.requested
    if (cell < used) return glyphs.used
    return cell < size ? (isClosed ? glyphs.closed : glyphs.free) : glyphs.balloon
  }).join('')
}

export interface BarStyle {
  readonly glyphs: Glyphs
  /** In columns. */
  readonly width: number
}

/** To the nearest cell, but at least one for what is there. */
function cellsOf(part: bigint, whole: bigint, width: number): number {
  if (part <= 0n || whole <= 0n) return 0
  const cells = Math.round((Number((part * 10_000n) / whole) / 10_000) * width)
  return Math.min(width, Math.max(1, cells))
}

/** What the glyphs mean. */
export const legendOf = ({ both, requested, used, free, closed, balloon }: Glyphs, hasClosed: boolean): string =>
  `${both} requested and used   ${requested} requested   ${used} used   ${free} free   ${hasClosed ? `${closed} cordoned   ` : ''}${balloon} balloon`
