import type { AssessedChange } from '../../kubelet/changes/assess.ts'
import { type Disruption, isRisk } from '../../kubelet/changes/disruption.ts'
import { stepsInWords, stepsLine } from '../../kubelet/changes/steps.ts'
import { changeLine } from '../../kubelet/compare/field-changes.ts'
import { reasoned } from '../../message/describe.ts'
import type { Line } from '../../message/line.ts'
import { factsData } from '../../output/facts-data.ts'
import type { ChangeReport } from './check-change.ts'

/** One line per field, then the required steps. */
export function describeChange({ release, assessment }: ChangeReport): readonly Line[] {
  if (assessment === undefined) return [[`for kubelet ${release}: nothing to compare with`]]
  const lines = assessment.changes.map(
    (change): Line => [...changeLine(change), ' ', toned(change.disruption, `[${change.disruption}]`)],
  )
  return [...lines, [`for kubelet ${release}: `, toned(assessment.disruption, stepsLine(assessment))]]
}

const toned = (disruption: Disruption, text: string): Line[number] => (isRisk(disruption) ? ['warn', text] : text)

export function changeData({ release, before, after, assessment, warnings }: ChangeReport): Record<string, unknown> {
  return {
    kubernetesVersion: release,
    old: before,
    new: after,
    disruption: assessment?.disruption ?? null,
    lowersAllocatable: assessment?.lowersAllocatable ?? null,
    steps: assessment === undefined ? null : stepsInWords(assessment),
    changes: (assessment?.changes ?? []).map(changeOf),
    warnings: factsData(warnings),
  }
}

const changeOf = ({ stateFile, onPlainRestart, ...change }: AssessedChange): object => ({
  ...change,
  onPlainRestart: reasoned(onPlainRestart),
})
