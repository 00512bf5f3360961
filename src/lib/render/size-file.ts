import type { FileResizesPlan } from '../flows/sizes/apply-sizes.ts'
import { differs, type SizeDifference, type SizeDifferences } from '../flows/sizes/diff-sizes.ts'
import type { ExportedSizes } from '../flows/sizes/export-sizes.ts'
import { formatAmounts, resources } from '../sizing/amounts.ts'
import type { Line } from '../tone.ts'
import { errorData, factsData } from './facts-data.ts'
import { describeResizes } from './sizes.ts'

/** The resizes, and which nodes lose their size. Empty when no node would be resized. */
export function describeFileResizes(plan: FileResizesPlan): readonly Line[] {
  const lines = describeResizes(plan)
  if (lines.length === 0 || plan.pruned.length === 0) return lines
  return [...lines, [['warn', 'not in the file, and reset: '], plan.pruned.map((name) => `node/${name}`).join(', ')]]
}

/** As `kubectl diff`: nothing for nodes without a difference. */
export const describeSizeDiff = ({ items }: SizeDifferences): readonly Line[] => items.filter(differs).flatMap(linesOf)

function linesOf({ node, before, after, pruned }: SizeDifference): readonly Line[] {
  if (after === undefined) return []
  const [old, next] = [formatAmounts(before), formatAmounts(after)]
  const changed = resources.filter((resource) => before[resource] !== after[resource])
  return [
    [`node/${node}${pruned ? ': not in the file' : ''}`],
    ...changed.flatMap((resource): readonly Line[] => [
      [['bad', `  - ${resource}: ${old[resource]}`]],
      [['good', `  + ${resource}: ${next[resource]}`]],
    ]),
  ]
}

export const sizeDiffData = ({ items, warnings }: SizeDifferences): object => ({
  items: items.map((item) => ({
    node: item.node,
    differs: differs(item),
    pruned: item.pruned,
    before: formatAmounts(item.before),
    after: item.after === undefined ? null : formatAmounts(item.after),
    ...errorData(item.failure),
  })),
  warnings: factsData(warnings),
})

/** The file itself. */
export const exportData = ({ sizes }: ExportedSizes) => ({ kind: 'NodeSizeConfiguration', data: { sizes } }) as const
