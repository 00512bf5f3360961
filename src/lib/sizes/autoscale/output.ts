import type { Fact } from '../../message/fact.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import { equal, formatAmount, formatAmounts, type Resource, resources } from '../../pods/amounts.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { AutoscaleStep } from '../plan/autoscale.ts'
import { showRoundedDown } from '../resize/output.ts'
import type { AutoscaleNodePlan } from './autoscale.ts'
import type { AutoscaleChange } from './autoscale-apply.ts'

const past = { unchanged: 'unchanged', resized: 'resized', planned: 'resized' } as const

/** What became of a node and its machine; in a dry run, each step. */
export function autoscaleText(
  { node, outcome, before, after, machine, steps }: AutoscaleChange,
  { request: { dryRun } }: AutoscaleNodePlan,
): string {
  const sizes = equal(before, after) ? showRoundedDown(after) : `${showRoundedDown(before)} → ${showRoundedDown(after)}`
  const line = `node/${node} ${past[outcome]}: ${sizes}${dryRunSuffix[dryRun]}\n`
  if (outcome === 'planned') return [line, ...steps.map((step, i) => `  ${i + 1}. ${stepText(step)}\n`)].join('')
  const isAsked = steps.some(({ step }) => step === 'provider')
  return isAsked ? `${line}  machine: ${showRoundedDown(machine.from)} → ${showRoundedDown(machine.to)}\n` : line
}

function stepText(step: AutoscaleStep): string {
  if (step.step === 'wait') {
    const wanted = resources.filter((resource) => step.allocatable[resource] !== undefined)
    const show = (resource: Resource) => `${resource} ${formatAmount[resource](step.allocatable[resource]!)}`
    return `wait until the kubelet reports ${wanted.map(show).join(' and ')}`
  }
  const change = `${showRoundedDown(step.from)} → ${showRoundedDown(step.to)}`
  return `${acts[step.step]}: ${change}`
}

const acts = {
  take: 'the balloon takes room',
  provider: 'the hook resizes the machine',
  give: 'the balloon gives room',
} as const

export function autoscaleReport(plan: AutoscaleNodePlan, { value, failure }: Outcome<AutoscaleChange>): object {
  const { request, measured, decided, notes } = plan
  const machine = value?.machine ?? decided?.machine
  return {
    dryRun: request.dryRun,
    node: request.node,
    outcome: value?.outcome ?? failure?.code,
    ...errorData(failure),
    attempt: request.attempt,
    direction: machine?.direction ?? null,
    machine: machine ? { before: formatAmounts(machine.from), after: formatAmounts(machine.to) } : null,
    size: { before: formatAmounts(value?.before ?? measured.size), after: value ? formatAmounts(value.after) : null },
    steps: (value?.steps ?? decided?.steps ?? []).map(stepData),
    notes: factsData([...notes, ...(value?.notes ?? [])]),
    warnings: factsData((value?.warnings ?? []) as readonly Fact[]),
  }
}

const stepData = (step: AutoscaleStep): object =>
  step.step === 'wait'
    ? { step: step.step, from: null, to: null }
    : { step: step.step, from: formatAmounts(step.from), to: formatAmounts(step.to) }
