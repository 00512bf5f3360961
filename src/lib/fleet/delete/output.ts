import { configMapName } from '../../documents/target.ts'
import { changeLines } from '../../kubelet/compare/field-changes.ts'
import type { Line } from '../../message/line.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import { costLines, obstacleLines, runningLines, stepsData } from '../change/output.ts'
import { count, resource, warningsIn } from '../change/step.ts'
import type { Deleted } from './delete-apply.ts'
import type { DeletePlan, DeleteStep } from './delete-documents.ts'

const fallbacks = { global: 'the global document', local: 'local configuration (on-disk file or flags)' } as const

/** What a delete would do, and what the nodes fall back to, field by field. */
export function describeDelete(steps: readonly DeleteStep[]): readonly Line[] {
  return steps
    .filter((step) => step.stored !== undefined)
    .flatMap((step) => [
      [
        `${resource(step)}: delete; ${count(step.nodes)} fall${step.nodes.length === 1 ? 's' : ''} back to ${fallbacks[step.fallback]}`,
      ],
      ...(step.fallback === 'global' ? knownLines(step) : unknownLines(step)),
    ])
}

const knownLines = (step: DeleteStep): readonly Line[] => [
  ...changeLines(step.changes),
  ...obstacleLines(step.obstacle),
  ...costLines(step.assessment),
  ...runningLines(step),
]

const unknownLines = ({ changes }: DeleteStep): readonly Line[] => [
  ...changeLines(changes, '(unknown)'),
  ['  (unknown): the cluster does not show the local configuration of a node'],
]

/** What a delete did, one line per target. Failures go to stderr. */
export const deletedLines = (outcomes: readonly Outcome<Deleted>[], mode: DryRunMode): string =>
  outcomes.map(({ value }) => (value === undefined ? '' : deletedLine(value.step, mode))).join('')

const deletedLine = (step: DeleteStep, mode: DryRunMode): string =>
  `${resource(step)} ${step.stored === undefined ? 'not found, nothing to delete' : 'deleted'}${dryRunSuffix[mode]}\n`

interface Done {
  readonly plan: DeletePlan
  readonly outcomes: readonly Outcome<Deleted>[]
  readonly dryRun: DryRunMode
  /** What became of a wait for the kubelets. */
  readonly wait?: object | undefined
}

export const deleteReport = ({ plan, outcomes, dryRun, wait }: Done): object => ({
  dryRun,
  items: plan.steps.map((step, i) => deleteData(step, outcomes[i]!)),
  wait: wait ?? null,
  warnings: factsData([...plan.warnings, ...warningsIn(outcomes)]),
})

function deleteData(step: DeleteStep, { failure }: Outcome<Deleted>): Record<string, unknown> {
  return {
    target: step.target,
    name: configMapName(step.target),
    outcome: failure?.code ?? (step.stored === undefined ? 'absent' : 'deleted'),
    ...errorData(failure),
    revision: step.stored?.stamp.revision ?? null,
    fallback: step.fallback,
    changes: step.changes,
    disruption: step.assessment?.disruption ?? null,
    steps: stepsData(step.assessment),
    nodes: step.nodes,
  }
}
