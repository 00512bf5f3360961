import { configMapName } from '../documents/target.ts'
import type { DeleteStep } from '../flows/documents/delete-documents.ts'
import type { Outcome } from '../flows/outcome.ts'
import type { DryRunMode } from '../ports/limits.ts'
import { changeLines, costLines, obstacleLines, stepsData } from './changes.ts'
import { dryRunSuffix } from './dry-run.ts'
import { count, resource } from './step.ts'

/** What a delete is about to do, and where it leaves the nodes, field by field. */
export function describeDelete(steps: readonly DeleteStep[]): string {
  return steps
    .filter((step) => step.stored !== undefined)
    .flatMap((step) => [
      `${resource(step)}: delete; ${count(step.nodes)} fall${step.nodes.length === 1 ? 's' : ''} back to: ${step.fallback}`,
      ...(step.fallback === 'global' ? knownLines(step) : unknownLines(step)),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

const knownLines = ({ changes, assessment, obstacle }: DeleteStep): string[] => [
  ...changeLines(changes),
  ...obstacleLines(obstacle),
  ...costLines(assessment),
]

const unknownLines = ({ changes }: DeleteStep): string[] => [
  ...changeLines(changes, '(unknown)'),
  '  unknown: what a node has on its disk, or in its flags, shows only there',
]

export const deletedLine = (step: DeleteStep, mode: DryRunMode): string =>
  `${resource(step)} ${step.stored === undefined ? 'not found, nothing to delete' : 'deleted'}${dryRunSuffix[mode]}\n`

export function deleteData(step: DeleteStep, { failure }: Outcome<DeleteStep>): Record<string, unknown> {
  return {
    target: step.target,
    name: configMapName(step.target),
    outcome: failure?.code ?? (step.stored === undefined ? 'absent' : 'deleted'),
    error: failure?.message ?? null,
    revision: step.stored?.stamp.revision ?? null,
    fallback: step.fallback,
    changes: step.changes,
    disruption: step.assessment?.disruption ?? null,
    steps: stepsData(step.assessment),
    nodes: step.nodes,
  }
}
