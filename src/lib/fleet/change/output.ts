import { configMapName, globalTarget, type Target } from '../../documents/target.ts'
import type { Assessment } from '../../kubelet/changes/assess.ts'
import { isRisk } from '../../kubelet/changes/disruption.ts'
import { type StepInWords, stepsInWords, stepsLine } from '../../kubelet/changes/steps.ts'
import { firstReason } from '../../kubelet/check/finding-text.ts'
import { changeLines } from '../../kubelet/compare/field-changes.ts'
import { describeReleases } from '../../kubelet/model/releases.ts'
import type { Line } from '../../message/line.ts'
import type { ChangeForNodes, Obstacle } from './change-for-nodes.ts'
import { count } from './step.ts'

/** What it is compared with, each field, and the required steps when a restart is not enough. */
export function changeForNodesLines(
  change: Omit<ChangeForNodes, 'warnings'> & { readonly target: Target },
): readonly Line[] {
  const { target, comparedWith, changes, assessment, obstacle } = change
  const inherits = target.kind === 'node' && comparedWith === configMapName(globalTarget)
  return [
    ...(inherits ? [[`  compared with configmap/${comparedWith}, which ${target.node} gets now`]] : []),
    ...(inherits && changes.length === 0 ? [['  new document, same configuration']] : changeLines(changes)),
    ...obstacleLines(obstacle),
    ...costLines(assessment),
    ...runningLines(change),
  ]
}

/** Nodes for which nothing changes, although it is another document than the stored one. */
export function runningLines({ parts, changes }: Pick<ChangeForNodes, 'parts' | 'changes'>): readonly Line[] {
  const nodes = parts.flatMap((part) => (part.from === 'same' ? part.nodes : []))
  if (nodes.length === 0 || changes.length === 0) return []
  return [[`  ${count(nodes.map(({ name }) => name))} ${nodes.length === 1 ? 'runs' : 'run'} this already`]]
}

/** An unusable document is never skipped in favor of the next. */
export const obstacleLines = (obstacle: Obstacle | undefined): readonly Line[] =>
  obstacle === undefined
    ? []
    : [
        [
          '  ',
          ['bad', `unusable for kubelet ${describeReleases(obstacle.releases)}`],
          `: ${firstReason(obstacle.findings)}; such nodes stay on their current configuration`,
        ],
      ]

/** Empty when a restart is enough. */
export const costLines = (assessment: Assessment | undefined): readonly Line[] =>
  assessment !== undefined && isRisk(assessment.disruption)
    ? [['  ', ['warn', `requires: ${stepsLine(assessment, 'agent')}`]]]
    : []

/** For data: null when unknown. */
export const stepsData = (assessment: Assessment | undefined): readonly StepInWords[] | null =>
  assessment === undefined ? null : stepsInWords(assessment)
