import { isRisky, procedures } from '../config/change/kind.ts'
import type { DocumentDiff } from '../flows/diff-document.ts'
import { changeLines } from './changes.ts'

/** Field by field, and what the change takes when a restart of the kubelet is not enough. */
export function describeDiff(name: string, { changes, assessment }: DocumentDiff): string {
  const cost = assessment !== undefined && isRisky(assessment.kind) ? [`  takes: ${procedures[assessment.kind]}`] : []
  return [`configmap/${name}`, ...changeLines(changes), ...cost, ''].join('\n')
}

export function diffData(
  name: string,
  { target, stored, differs, changes, assessment }: DocumentDiff,
): Record<string, unknown> {
  return { target, name, exists: stored !== undefined, differs, class: assessment?.kind ?? null, changes }
}
