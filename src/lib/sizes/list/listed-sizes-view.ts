import { factsData } from '../../output/facts-data.ts'
import type { View } from '../../output/view.ts'
import { equal, formatAmounts, none } from '../../pods/amounts.ts'
import { isBroken } from '../desired/desired-size.ts'
import { desiredSizeOf, driftOf } from '../desired/drift.ts'
import { showRoundedDown, sizeData } from '../resize/output.ts'
import type { ListedSize } from './list-sizes.ts'
import { machineColumn, machineData } from './machine-column.ts'
import { sizesView } from './sizes-view.ts'

/** With the size that a node is to keep, as far as it is known. */
export const listedSizesView: View<ListedSize> = {
  ...sizesView,
  wide: [
    {
      header: 'DESIRED',
      value: desiredSizeText,
      tone: (row) => (hasDrifted(row) ? 'warn' : undefined),
    },
    machineColumn,
    ...sizesView.wide,
  ],
  data: (row) => ({ ...sizeData(row), ...desiredSizeData(row), ...machineData(row) }),
}

export function desiredSizeText({ stored, allocatable }: ListedSize): string {
  if (stored === undefined) return '?'
  if (stored === null) return '-'
  return isBroken(stored.desired) ? 'broken' : showRoundedDown(desiredSizeOf(stored.desired, allocatable))
}

export function hasDrifted({ stored, ...size }: ListedSize): boolean {
  if (stored === undefined || stored === null) return false
  return isBroken(stored.desired) || !equal(driftOf(stored.desired, size), none)
}

/** Nothing at all when the user may not read it. */
export function desiredSizeData({ stored, ...size }: ListedSize): object {
  if (stored === undefined) return {}
  if (stored === null) return { desired: null, drift: null }
  const { desired } = stored
  if (isBroken(desired)) return { desired: { ...unknown, problems: factsData(desired.problems) }, drift: null }
  const { hold, stamp } = desired
  return {
    desired: { ...unknown, hold, size: formatAmounts(desiredSizeOf(desired, size.allocatable)), ...stamp },
    drift: formatAmounts(driftOf(desired, size)),
  }
}

const unknown = { hold: null, size: null, by: null, at: null, message: null, problems: [] }
