import { isRisky, procedures } from '../config/change/kind.ts'
import type { Change } from '../config/diff.ts'
import { configMapName, globalTarget, type Target } from '../config/target.ts'
import type { ChangeForNodes } from '../flows/change-for-nodes.ts'

const unset = '(unset)'

export const changeLines = (changes: readonly Change[]): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${before ?? unset} → ${after ?? unset}`)

/** Compared with what, field by field, and what it takes if that is more than usual. */
export function changeForNodesLines(change: ChangeForNodes & { readonly target: Target }): string[] {
  const { target, comparedWith, changes, assessment } = change
  const inherits = target.kind === 'node' && comparedWith === configMapName(globalTarget)
  return [
    ...(inherits ? [`  compared with configmap/${comparedWith}, which ${target.node} gets now`] : []),
    ...changeLines(changes),
    ...(assessment !== undefined && isRisky(assessment.kind) ? [`  takes: ${procedures[assessment.kind]}`] : []),
  ]
}
