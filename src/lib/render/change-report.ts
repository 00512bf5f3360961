import type { ChangeReport } from '../flows/files/check-change.ts'
import { consequenceInWords, stepsInWords, stepsLine } from '../words/change-words.ts'

/** A line per field, and the required steps. */
export function describeChange(report: ChangeReport): string {
  const lines = report.changes.map(
    ({ path, before = unset, after = unset, disruption }) => `${path}: ${before} → ${after} [${disruption}]`,
  )
  return [...lines, `for kubelet ${report.release}: ${stepsLine(report)}`, ''].join('\n')
}

const unset = '(unset)'

export function changeData(report: ChangeReport): Record<string, unknown> {
  const { release, before, after, disruption, lowersAllocatable, changes } = report
  return {
    kubernetesVersion: release,
    old: before,
    new: after,
    disruption,
    lowersAllocatable,
    steps: stepsInWords(report),
    changes: changes.map(({ stateFile, onPlainRestart, ...change }) => ({
      ...change,
      onPlainRestart: { reason: onPlainRestart.reason, message: consequenceInWords(onPlainRestart) },
    })),
  }
}
