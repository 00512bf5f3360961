import type { Line } from '../../message/line.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import { formatAmount, formatAmounts, resources } from '../../pods/amounts.ts'
import type { DesiredSize } from '../desired/desired-size.ts'
import type { StoredChange } from '../desired/stored-change.ts'
import { describeResizes, presentOf, storedData } from '../resize/output.ts'
import type { FileResizesPlan } from './apply-sizes.ts'
import { differs, type SizeDifference, type SizeDifferences } from './diff-sizes.ts'
import type { ExportedSizes } from './export-sizes.ts'

/** The resizes, and which nodes lose their size. Empty when no node would be resized. */
export function describeFileResizes(plan: FileResizesPlan): readonly Line[] {
  const lines = describeResizes(plan)
  if (lines.length === 0 || plan.pruned.length === 0) return lines
  return [...lines, [['warn', 'not in the file, and reset: '], plan.pruned.map((name) => `node/${name}`).join(', ')]]
}

/** As `kubectl diff`: nothing for nodes without a difference. */
export const describeSizeDiff = ({ items }: SizeDifferences): readonly Line[] => items.filter(differs).flatMap(linesOf)

function linesOf({ node, before, after, stored, pruned }: SizeDifference): readonly Line[] {
  const [old, next] = [formatAmounts(before), formatAmounts(after ?? before)]
  const sizes = resources.map((resource) => [resource, old[resource], next[resource]] as const)
  const other = sizes.filter(([, from, to]) => from !== to)
  const changed = [...other, ...storedFields(stored, other.length > 0)]
  if (changed.length === 0) return []
  return [
    [`node/${node}${pruned ? ': not in the file' : ''}`],
    ...changed.flatMap(([field, from, to]): readonly Line[] => [
      ...(from === undefined ? [] : [[['bad', `  - ${field}: ${from}`]] satisfies Line]),
      ...(to === undefined ? [] : [[['good', `  + ${field}: ${to}`]] satisfies Line]),
    ]),
  ]
}

/** What is stored, field by field. Of a node that is resized, the size is stored as well: that goes without saying. */
function storedFields(
  change: StoredChange | undefined,
  isResized: boolean,
): readonly (readonly [string, string | undefined, string | undefined])[] {
  if (change === undefined) return []
  const [from, to] = [fieldsOf(presentOf(change)), fieldsOf(change.next)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((field) => from.get(field) !== to.get(field))
    .filter((field) => !isResized || (field === 'hold' && from.has(field) && to.has(field)))
    .map((field) => [`stored ${field}`, from.get(field), to.get(field)])
}

function fieldsOf(desired: DesiredSize | undefined): ReadonlyMap<string, string> {
  if (desired === undefined) return new Map()
  const { amounts, hold, birth } = desired
  return new Map([
    ...resources.flatMap((resource) => {
      const amount = amounts[resource]
      return amount === undefined ? [] : [[resource, formatAmount[resource](amount)] as const]
    }),
    ['hold', hold],
    ...(birth === undefined ? [] : [['new balloon', Object.values(formatAmounts(birth)).join('/')] as const]),
  ])
}

export const sizeDiffData = ({ items, warnings }: SizeDifferences): object => ({
  items: items.map((item) => ({
    node: item.node,
    differs: differs(item),
    pruned: item.pruned,
    before: formatAmounts(item.before),
    after: item.after === undefined ? null : formatAmounts(item.after),
    stored: storedData(item.stored),
    ...errorData(item.failure),
  })),
  warnings: factsData(warnings),
})

/** The file itself. */
export const exportData = ({ sizes }: ExportedSizes) => ({ kind: 'NodeSizeConfiguration', data: { sizes } }) as const
