import type { Line } from '../../message/line.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { ControlPlan, ControlStep } from './control-nodes.ts'

/** What would be done with each node: `done` says it as the outcome does. Empty when there is nothing to do. */
export const describeControl = ({ steps }: ControlPlan, act: string): readonly Line[] =>
  steps.filter(isWork).map(({ node }) => [`node/${node}: ${act}`])

const isWork = ({ action, failure }: ControlStep): boolean => action === 'change' && failure === undefined

/** One line for each node. Failures go to stderr. */
export const controlledLines = (outcomes: readonly Outcome<ControlStep>[], done: string, mode: DryRunMode): string =>
  outcomes
    .flatMap(({ value }) => value ?? [])
    .map(({ node, action }) => `node/${node} ${action === 'change' ? done : 'unchanged'}${dryRunSuffix[mode]}\n`)
    .join('')

interface Controlled {
  readonly plan: ControlPlan
  readonly outcomes: readonly Outcome<ControlStep>[]
  readonly dryRun: DryRunMode
  /** What became of a wait for the agents. */
  readonly wait?: object | undefined
}

export const controlReport = ({ plan, outcomes, dryRun, wait }: Controlled): object => ({
  dryRun,
  items: plan.steps.map(({ node, control, action }, i) => {
    const failure = outcomes[i]?.failure
    return {
      node,
      outcome: failure?.code ?? (action === 'change' ? 'changed' : 'unchanged'),
      ...errorData(failure),
      annotation: failure === undefined ? control.annotation : null,
      value: failure === undefined ? control.value : null,
    }
  }),
  wait: wait ?? null,
  notes: factsData(plan.notes),
  warnings: factsData(plan.warnings),
})
