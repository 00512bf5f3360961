import type { ChangeReport } from '../flows/files/check-change.ts'
import type { AssessedChange } from '../kubelet-changes/assess.ts'
import { stepsInWords, stepsLine } from '../words/change-words.ts'
import { reasoned } from '../words/describe.ts'

/** A line per field, and the required steps. */
export function describeChange({ release, assessment }: ChangeReport): string {
  if (assessment === undefined) return `for kubelet ${release}: nothing to compare with\n`
  const lines = assessment.changes.map(
    ({ path, before = unset, after = unset, disruption }) => `${path}: ${before} → ${after} [${disruption}]`,
  )
  return [...lines, `for kubelet ${release}: ${stepsLine(assessment)}`, ''].join('\n')
}

const unset = '(unset)'

export function changeData({ release, before, after, assessment }: ChangeReport): Record<string, unknown> {
  return {
    kubernetesVersion: release,
    old: before,
    new: after,
    disruption: assessment?.disruption ?? null,
    lowersAllocatable: assessment?.lowersAllocatable ?? null,
    steps: assessment === undefined ? null : stepsInWords(assessment),
    changes: (assessment?.changes ?? []).map(changeOf),
  }
}

const changeOf = ({ stateFile, onPlainRestart, ...change }: AssessedChange): object => ({
  ...change,
  onPlainRestart: reasoned(onPlainRestart),
})
