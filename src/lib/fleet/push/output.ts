import { configMapName } from '../../documents/target.ts'
import { messageOf } from '../../message/describe.ts'
import type { Line } from '../../message/line.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import { changeForNodesLines, stepsData } from '../change/output.ts'
import { count, resource, warningsIn } from '../change/step.ts'
import type { Pushed } from './push-apply.ts'
import type { LeftOut, PushPlan, PushStep } from './push-plan.ts'

/** What a push would do, field by field. */
export function describePush(steps: readonly PushStep[], leftOut: readonly LeftOut[] = []): readonly Line[] {
  const severalFiles = new Set(steps.map(({ file }) => file)).size > 1
  const planned = written(steps).flatMap((step) => [
    headOf(step, severalFiles),
    ...changeForNodesLines(step.isLeftToAgents ? { ...step, assessment: undefined } : step),
  ])
  return [...planned, ...leftOut.map(({ failure }): Line => [`left out: ${messageOf(failure.fact)}`])]
}

const written = (steps: readonly PushStep[]): readonly PushStep[] =>
  steps.filter(({ action }) => action !== 'unchanged')

/** For the plan as a whole. */
export function pushQuestion(steps: readonly PushStep[]): string {
  const { length } = written(steps)
  return length > 1 ? `Push ${length} documents?` : 'Push?'
}

const headOf = (step: PushStep, severalFiles: boolean): Line => [
  `${resource(step)}: ${step.action} for ${count(step.nodes)}${severalFiles ? ` from ${step.file}` : ''}`,
  ...(step.edited ? [', ', ['warn', 'edited by hand'] as const] : []),
  noEffect(step),
]

const done = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const

/** What a push did, one line per target. Failures go to stderr. */
export const pushedLines = (outcomes: readonly Outcome<Pushed>[], mode: DryRunMode): string =>
  outcomes.map(({ value }) => (value === undefined ? '' : pushedLine(value.step, mode))).join('')

const pushedLine = (step: PushStep, mode: DryRunMode): string =>
  `${resource(step)} ${done[step.action]}${noEffect(step)} (revision ${step.revision})${dryRunSuffix[mode]}\n`

/** Other bytes with the same meaning. */
const hasNoEffect = (step: PushStep): boolean => step.action !== 'unchanged' && step.effect === 'none'
const noEffect = (step: PushStep): string =>
  step.accepts.length > 0
    ? `, accepts ${step.accepts.join(', ')}`
    : hasNoEffect(step)
      ? ', no effect on the kubelet'
      : ''

interface Done {
  readonly plan: PushPlan
  readonly outcomes: readonly Outcome<Pushed>[]
  readonly dryRun: DryRunMode
  /** What became of a wait for the kubelets. */
  readonly wait?: object | undefined
}

export const pushReport = ({ plan, outcomes, dryRun, wait }: Done): object => ({
  dryRun,
  items: [...plan.steps.map((step, i) => pushData(step, outcomes[i]!)), ...(plan.leftOut ?? []).map(leftOutData)],
  wait: wait ?? null,
  warnings: factsData([...plan.warnings, ...warningsIn(outcomes)]),
})

const leftOutData = ({ target, failure }: LeftOut) => ({
  ...{ target, name: configMapName(target), file: configMapName(target), outcome: failure.code },
  ...{ ...errorData(failure), effect: 'none', comparedWith: null, changes: [], disruption: null, steps: null },
  ...{ digest: null, revision: null, nodes: [] },
})

export function pushData(step: PushStep, { failure }: Outcome<Pushed>): Record<string, unknown> {
  return {
    target: step.target,
    name: configMapName(step.target),
    file: step.file,
    outcome: failure?.code ?? done[step.action],
    ...errorData(failure),
    effect: step.effect,
    comparedWith: step.comparedWith ?? null,
    changes: step.changes,
    disruption: step.assessment?.disruption ?? null,
    steps: stepsData(step.assessment),
    digest: failure === undefined ? (step.digest ?? null) : null,
    revision: failure === undefined ? step.revision : null,
    nodes: step.nodes,
  }
}
