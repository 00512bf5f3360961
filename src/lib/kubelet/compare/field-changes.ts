import type { Line } from '../../message/line.ts'
import type { Change } from './diff.ts'

const unset = '(unset)'

/** `maxPods: 110 → 50`. `gone`: the text for a field that the new document does not have. */
export const changeLine = ({ path, before, after }: Change, gone = unset): Line => [
  `${path}: `,
  ['faint', before ?? unset],
  ' → ',
  ['strong', after ?? gone],
]

/** A line per field, indented. */
export const changeLines = (changes: readonly Change[], gone?: string): readonly Line[] =>
  changes.map((change) => ['  ', ...changeLine(change, gone)])
