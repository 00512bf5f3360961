import { configMapName, globalTarget, type Target } from '../documents/target.ts'
import type { ChangeForNodes } from '../flows/documents/change-for-nodes.ts'
import type { Change } from '../kubelet/compare/diff.ts'
import type { Assessment } from '../kubelet-changes/assess.ts'
import { isRisky } from '../kubelet-changes/kind.ts'
import { procedureOf } from '../kubelet-changes/procedure.ts'

const unset = '(unset)'

/** `gone`: what a field goes to that the new document does not have. */
export const changeLines = (changes: readonly Change[], gone = unset): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${before ?? unset} → ${after ?? gone}`)

/** Compared with what, field by field, and what it takes if that is more than usual. */
export function changeForNodesLines(change: ChangeForNodes & { readonly target: Target }): string[] {
  const { target, comparedWith, changes, assessment, obstacle } = change
  const inherits = target.kind === 'node' && comparedWith === configMapName(globalTarget)
  return [
    ...(inherits ? [`  compared with configmap/${comparedWith}, which ${target.node} gets now`] : []),
    ...(inherits && changes.length === 0 ? ['  new document, same content'] : changeLines(changes)),
    ...obstacleLines(obstacle),
    ...costLines(assessment),
  ]
}

/** What cannot be used is never skipped in favour of the next. */
export const obstacleLines = (obstacle: string | undefined): string[] =>
  obstacle === undefined ? [] : [`  unusable for ${obstacle}; such nodes stay on what they run`]

export const costLines = (assessment: Assessment | undefined): string[] =>
  assessment !== undefined && isRisky(assessment.kind) ? [`  takes: ${procedureFor(assessment)}`] : []

export const procedureFor = (assessment: Assessment | undefined): string | undefined =>
  assessment && procedureOf(assessment.changes)
