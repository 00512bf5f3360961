import type { Assessment } from '../config/change/assess.ts'
import { isRisky } from '../config/change/kind.ts'
import { procedureOf } from '../config/change/procedure.ts'
import type { Change } from '../config/diff.ts'
import { configMapName, globalTarget, type Target } from '../config/target.ts'
import type { ChangeForNodes } from '../flows/change-for-nodes.ts'

const unset = '(unset)'

/** `gone`: what a field goes to that the new document does not have. */
export const changeLines = (changes: readonly Change[], gone = unset): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${before ?? unset} → ${after ?? gone}`)

/** Compared with what, field by field, and what it takes if that is more than usual. */
export function changeForNodesLines(change: ChangeForNodes & { readonly target: Target }): string[] {
  const { target, comparedWith, changes, assessment } = change
  const inherits = target.kind === 'node' && comparedWith === configMapName(globalTarget)
  return [
    ...(inherits ? [`  compared with configmap/${comparedWith}, which ${target.node} gets now`] : []),
    ...changeLines(changes),
    ...costLines(assessment),
  ]
}

export const costLines = (assessment: Assessment | undefined): string[] =>
  assessment !== undefined && isRisky(assessment.kind) ? [`  takes: ${procedureFor(assessment)}`] : []

export const procedureFor = (assessment: Assessment | undefined): string | undefined =>
  assessment && procedureOf(assessment.changes)
