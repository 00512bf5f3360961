import type { Change } from '../kubelet/compare/diff.ts'

const unset = '(unset)'

/** A line per field, indented. `gone`: what a field goes to that the new document does not have. */
export const changeLines = (changes: readonly Change[], gone = unset): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${before ?? unset} → ${after ?? gone}`)
