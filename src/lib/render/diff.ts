import type { DocumentDiff } from '../flows/documents/diff-document.ts'
import { changeForNodesLines, stepsData } from './changes.ts'

/** Field by field, and what the change takes when a restart of the kubelet is not enough. */
export function describeDiff(name: string, report: DocumentDiff): string {
  return [`configmap/${name}`, ...changeForNodesLines(report), ''].join('\n')
}

export function diffData(
  name: string,
  { target, stored, differs, comparedWith, changes, assessment }: DocumentDiff,
): Record<string, unknown> {
  return {
    target,
    name,
    exists: stored !== undefined,
    differs,
    comparedWith: comparedWith ?? null,
    disruption: assessment?.disruption ?? null,
    steps: stepsData(assessment),
    changes,
  }
}
