import { factsData } from '../../output/facts-data.ts'
import type { View } from '../../output/view.ts'
import { equal, formatAmounts, none } from '../../pods/amounts.ts'
import { driftOf, wishedSize } from '../desired/drift.ts'
import { isBroken } from '../desired/wish.ts'
import { showRoundedDown, sizeData } from '../resize/output.ts'
import type { ListedSize } from './list-sizes.ts'
import { machineColumn, machineData } from './machine-column.ts'
import { sizesView } from './sizes-view.ts'

/** With the size that a node is to keep, as far as it is known. */
export const listedSizesView: View<ListedSize> = {
  ...sizesView,
  wide: [
    {
      header: 'WISH',
      value: wishText,
      tone: (row) => (hasDrifted(row) ? 'warn' : undefined),
    },
    machineColumn,
    ...sizesView.wide,
  ],
  data: (row) => ({ ...sizeData(row), ...wishData(row), ...machineData(row) }),
}

export function wishText({ stored, allocatable }: ListedSize): string {
  if (stored === undefined) return '?'
  if (stored === null) return '-'
  return isBroken(stored.wish) ? 'broken' : showRoundedDown(wishedSize(stored.wish, allocatable))
}

export function hasDrifted({ stored, ...size }: ListedSize): boolean {
  if (stored === undefined || stored === null) return false
  return isBroken(stored.wish) || !equal(driftOf(stored.wish, size), none)
}

/** Nothing at all when the user may not read it. */
export function wishData({ stored, ...size }: ListedSize): object {
  if (stored === undefined) return {}
  if (stored === null) return { wish: null, drift: null }
  const { wish } = stored
  if (isBroken(wish)) return { wish: { ...unknown, problems: factsData(wish.problems) }, drift: null }
  const { hold, stamp } = wish
  return {
    wish: { ...unknown, hold, size: formatAmounts(wishedSize(wish, size.allocatable)), ...stamp },
    drift: formatAmounts(driftOf(wish, size)),
  }
}

const unknown = { hold: null, size: null, by: null, at: null, message: null, problems: [] }
