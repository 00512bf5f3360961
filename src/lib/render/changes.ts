import { configMapName, globalTarget, type Target } from '../documents/target.ts'
import type { ChangeForNodes } from '../flows/documents/change-for-nodes.ts'
import type { Change } from '../kubelet/compare/diff.ts'
import type { Assessment } from '../kubelet-changes/assess.ts'
import { isRisk } from '../kubelet-changes/disruption.ts'
import { type StepInWords, stepsInWords, stepsLine } from '../words/change-words.ts'

const unset = '(unset)'

/** `gone`: what a field goes to that the new document does not have. */
export const changeLines = (changes: readonly Change[], gone = unset): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${before ?? unset} → ${after ?? gone}`)

/** Compared with what, field by field, and the required steps if a restart is not enough. */
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
  assessment !== undefined && isRisk(assessment.disruption) ? [`  requires: ${stepsLine(assessment)}`] : []

/** For data: null where it is not known. */
export const stepsData = (assessment: Assessment | undefined): readonly StepInWords[] | null =>
  assessment === undefined ? null : stepsInWords(assessment)
