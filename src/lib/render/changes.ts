import type { Change } from '../config/diff.ts'

const unset = '(unset)'

export const changeLines = (changes: readonly Change[]): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${before ?? unset} → ${after ?? unset}`)
