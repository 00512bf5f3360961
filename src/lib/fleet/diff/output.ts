import { configMapName, type Target } from '../../documents/target.ts'
import type { Line } from '../../message/line.ts'
import { factsData } from '../../output/facts-data.ts'
import { changeForNodesLines, stepsData } from '../change/output.ts'
import { resource } from '../change/step.ts'
import type { DocumentDiff } from './diff-document.ts'

/** Field by field, and the required steps when a restart of the kubelet is not enough; empty when nothing differs. */
export const describeDiff = (report: DocumentDiff): readonly Line[] =>
  report.differs ? [[resource(report)], ...changeForNodesLines(report)] : []

/** As `kubectl diff`: nothing for targets without a difference. */
export const describeDiffs = (reports: readonly DocumentDiff[]): readonly Line[] => reports.flatMap(describeDiff)

/** A document that is stored, and in none of the files. */
export const describeMissing = (targets: readonly Target[]): readonly Line[] =>
  targets.flatMap((target): readonly Line[] => [[resource({ target })], ['  in none of the files']])

export const missingData = (target: Target): Record<string, unknown> => ({
  ...{ target, name: configMapName(target), exists: true, differs: true, comparedWith: null, disruption: null },
  ...{ steps: null, changes: [], warnings: [] },
})

export function diffData(report: DocumentDiff): Record<string, unknown> {
  const { target, stored, differs, comparedWith, changes, assessment, warnings } = report
  return {
    target,
    name: configMapName(target),
    exists: stored !== undefined,
    differs,
    comparedWith: comparedWith ?? null,
    disruption: assessment?.disruption ?? null,
    steps: stepsData(assessment),
    changes,
    warnings: factsData(warnings),
  }
}
