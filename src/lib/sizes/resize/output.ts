import { messageOf } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { Line, Tone } from '../../message/line.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import { type Amounts, amountsOf, formatAmount, formatAmounts, resources, subtract } from '../../pods/amounts.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import { formatCpu } from '../../quantity/cpu.ts'
import { displayMemoryRoundedDown, displayMemoryRoundedUp } from '../../quantity/memory.ts'
import { type DesiredSize, isBroken } from '../desired/desired-size.ts'
import type { StoredChange } from '../desired/stored-change.ts'
import { freeForPods, type NodeTotals } from '../model/node-size.ts'
import type { NodeState } from '../model/node-state.ts'
import type { Lack } from '../model/size-messages.ts'
import type { ResizePlan } from '../plan/plan.ts'
import type { SizeChange } from './apply-plan.ts'
import type { NodeOutcome } from './apply-resizes.ts'
import type { NodeStep, ResizesPlan } from './plan-resizes.ts'

/** `cpu/memory`, never more than there is. */
export const showRoundedDown = ({ cpu, memory }: Amounts): string =>
  `${formatCpu(cpu)}/${displayMemoryRoundedDown(memory)}`
/** `cpu/memory`, never less than is requested. */
export const showRoundedUp = ({ cpu, memory }: Amounts): string => `${formatCpu(cpu)}/${displayMemoryRoundedUp(memory)}`

const past = {
  unchanged: 'unchanged',
  stored: 'stored',
  resized: 'resized',
  partial: 'resized',
  planned: 'resized',
} as const

/** The outcome of one node, on one line. */
export function changedLine({ node, outcome, before, after, stored }: SizeChange, mode: DryRunMode): string {
  if (outcome === 'stored' && stored !== undefined)
    return `node/${node} stored: ${storedText(stored)}${dryRunSuffix[mode]}\n`
  const sizes =
    outcome === 'unchanged' ? showRoundedDown(after) : `${showRoundedDown(before)} → ${showRoundedDown(after)}`
  return `node/${node} ${past[outcome]}: ${sizes}${dryRunSuffix[mode]}\n`
}

/** The same, and in a dry run all that the plan knows. */
export function changedLines(change: SizeChange, mode: DryRunMode): string {
  const { outcome, after, requested, balloon } = change
  const line = changedLine(change, mode)
  if (outcome !== 'planned' || balloon === undefined) return line
  const [from, to] = [amountsOf(balloon.from), amountsOf(balloon.to)]
  return [
    line,
    `  balloon ${balloon.pod}: ${showRoundedUp(from)} → ${showRoundedUp(to)}\n`,
    `  free afterwards: ${showRoundedDown(subtract(after, requested))}\n`,
    `  requested by pods: ${showRoundedUp(requested)}, the smallest size that is possible\n`,
  ].join('')
}

/** What a resize would do with each node. Empty when no node would be resized. */
export function describeResizes({ steps }: ResizesPlan): readonly Line[] {
  const hasWork = steps.some(({ found, stored }) => stored !== undefined || (found !== undefined && isWork(found.plan)))
  return hasWork ? steps.flatMap(planLines) : []
}

/** A node whose balloon is starting is resized once it runs. */
const isWork = (plan: ResizePlan): boolean => plan.verb === 'resize' || (plan.verb === 'refuse' && plan.passes)

function planLines({ node, found, stored }: NodeStep): readonly Line[] {
  if (found === undefined) return []
  const { plan } = found
  if (plan.verb === 'resize')
    return [[`node/${node}: ${showRoundedDown(plan.before)} → ${showRoundedDown(plan.after)}`]]
  if (plan.verb !== 'refuse') return stored === undefined ? [] : [[`node/${node}: stored: ${storedText(stored)}`]]
  return [[`node/${node}: `, plan.passes ? ['warn', 'waiting'] : ['bad', 'refused'], `: ${messageOf(plan.fact)}`]]
}

interface Resized {
  readonly plan: Pick<ResizesPlan, 'notes' | 'warnings'> & { readonly request: Pick<ResizesPlan['request'], 'dryRun'> }
  readonly items: readonly NodeOutcome[]
}

export const resizeReport = ({ plan, items }: Resized): object => ({
  dryRun: plan.request.dryRun,
  items: items.map(({ node, outcome }) => changeData(node, outcome, plan.warnings)),
  notes: factsData(plan.notes),
})

/** Exact quantities, in the notation of Kubernetes. */
function changeData(
  node: string,
  { value, failure }: Outcome<SizeChange>,
  planned: readonly Fact[],
): Record<string, unknown> {
  if (failure !== undefined)
    return { node, outcome: failure.code, ...errorData(failure), reason: reasonOf(failure), lacks: lacksOf(failure) }
  const { outcome, before, after, requested, balloon, missing, stored, notes, warnings } = value
  return {
    node,
    outcome,
    ...errorData(undefined),
    before: formatAmounts(before),
    after: formatAmounts(after),
    free: formatAmounts(subtract(after, requested)),
    requested: formatAmounts(requested),
    balloon: balloon ?? null,
    missing: missing === undefined ? null : formatAmounts(missing),
    stored: storedData(stored),
    notes: factsData(notes),
    warnings: factsData([...planned.filter(({ subject }) => isNode(subject, node)), ...warnings]),
  }
}

const isNode = (subject: Fact['subject'], node: string): boolean => subject?.kind === 'Node' && subject.name === node

/** What is in the way, by resource; empty if that is not why. */
function lacksOf({ fact }: Failure): readonly object[] {
  const lacks = fact.reason === 'NoRoom' && 'lacks' in fact ? (fact.lacks as readonly Lack[]) : []
  return lacks.map(({ resource, requested, free, pods }) => {
    const show = formatAmount[resource]
    return {
      resource,
      requested: show(requested),
      free: show(free),
      pods: pods.map(({ name, amount, owner }) => ({ pod: name, owner: owner ?? null, requests: show(amount) })),
    }
  })
}

/** NodeNotResized only adds the node to another fact, whose reason is reported. */
const reasonOf = ({ fact }: Failure): string =>
  fact.reason === 'NodeNotResized' && 'because' in fact ? (fact.because as Fact).reason : fact.reason

/** What is stored now, if it can be read. */
export const presentOf = ({ stored }: StoredChange): DesiredSize | undefined =>
  stored === undefined || isBroken(stored.desired) ? undefined : stored.desired

/** What is stored for a node, and what will be; null: it stays, or is not known. */
export const storedData = (change: StoredChange | undefined): object | null =>
  change === undefined ? null : { before: desiredSizeData(presentOf(change)), after: desiredSizeData(change.next) }

function desiredSizeData(desired: DesiredSize | undefined): object | null {
  if (desired === undefined) return null
  const { hold, amounts, birth } = desired
  const [cpu, memory] = resources.map((resource) => {
    const amount = amounts[resource]
    return amount === undefined ? null : formatAmount[resource](amount)
  })
  return { hold, cpu, memory, birth: birth === undefined ? null : formatAmounts(birth) }
}

/** What is stored before and after it. */
export const storedText = (change: StoredChange): string => {
  const [from, to] = [desiredSizeText(presentOf(change)), desiredSizeText(change.next)]
  return from === to ? to : `${from} → ${to}`
}

/** As `set` takes it: `cpu 4, memory max`. */
function desiredSizeText(desired: DesiredSize | undefined): string {
  if (desired === undefined) return 'nothing'
  const { hold, amounts } = desired
  const sizes = resources.map((resource) => {
    const amount = amounts[resource]
    return `${resource} ${amount === undefined ? 'max' : formatAmount[resource](amount)}`
  })
  return `${hold === 'balloon' ? 'balloon of ' : ''}${sizes.join(', ')}`
}

/** A state that resolves itself is a warning; one that needs an operator is bad. */
export const toneOfState: Readonly<Record<NodeState, Tone | undefined>> = {
  Ready: undefined,
  NotManaged: 'faint',
  NotSupported: 'bad',
  Resizing: 'warn',
  Starting: 'warn',
  Pending: 'warn',
  Terminating: 'warn',
  Deferred: 'warn',
  Infeasible: 'bad',
  NotResizable: 'bad',
  Missing: 'bad',
  Conflict: 'bad',
  NodeNotReady: 'bad',
}

/** With kubectl's word for a node that is cordoned. */
export const stateText = ({ node, state }: Pick<NodeTotals, 'node' | 'state'>): string =>
  node.scheduling.unschedulable ? `${state},${cordonedText}` : state

export const cordonedText = 'SchedulingDisabled'

export const toneOfNode = ({ node, state }: Pick<NodeTotals, 'node' | 'state'>): Tone | undefined =>
  toneOfState[state] ?? (node.scheduling.unschedulable ? 'warn' : undefined)

export function sizeData({ node, state, why, balloonState, ...size }: NodeTotals): Record<string, unknown> {
  return {
    node: node.name,
    state,
    reason: why?.reason ?? null,
    message: why === undefined ? null : messageOf(why),
    size: formatAmounts(size.size),
    allocatable: formatAmounts(size.allocatable),
    balloon: formatAmounts(size.balloon),
    requested: formatAmounts(size.requested),
    free: formatAmounts(freeForPods({ node, free: size.free })),
    unschedulable: node.scheduling.unschedulable,
    balloonPod: 'pod' in balloonState ? balloonState.pod.metadata.name : null,
    unmanagedPods: size.unmanagedPods,
    kubeletVersion: node.kubeletVersion,
  }
}
