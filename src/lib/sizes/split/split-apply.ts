import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle as outcomeOf } from '../../ports/outcomes.ts'
import { sizeOf } from '../model/size.ts'
import { pendingSizeOf } from '../plan/plan.ts'
import { exceeds, grows, growthIn, nameOf, onlyGrows, type Share, shrunk } from '../plan/share.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { applyResizes, type NodeOutcome } from '../resize/apply-resizes.ts'
import { type Measurement, measureNodes, resizesOf, stepFor } from '../resize/plan-resizes.ts'
import { GrowthWithheld, ResizedMeanwhile } from '../resize/resize-messages.ts'
import { nodeNotFound } from '../resize/survey.ts'
import type { SplitPlan, SplitRequest } from './split.ts'

/**
 * Resizes the nodes of a host so that together they never exceed it, or what they had before: all that get smaller come
 * first. Then the nodes are measured again, and those get larger that have room on the host. A node that gets more of one
 * resource and less of the other is resized twice. A dry run sends one request for each node.
 */
export async function applySplit(world: SizingWorld, plan: SplitPlan, limits: Limits): Promise<readonly NodeOutcome[]> {
  const { request, refusal, steps } = plan
  if (refusal !== undefined) return request.parts.map(({ node }) => ({ node, outcome: { failure: refusal } }))
  const isDryRun = request.dryRun !== 'none'
  const shrinking = isDryRun ? steps : steps.filter((step) => !onlyGrows(step)).map(shrunk)
  const first = await resizeShares(world, { ...plan, shares: shrinking }, limits)
  const isDone = (name: string): boolean => first.get(name)?.outcome.failure === undefined
  const growing = isDryRun ? [] : steps.filter((step) => grows(step) && isDone(nameOf(step)))
  const second = await growOnHost(world, { plan, growing }, limits)
  return steps.map(nameOf).flatMap((name) => both(first.get(name), second.get(name)) ?? [])
}

/** One outcome of up to two resizes of a node. */
function both(first: NodeOutcome | undefined, second: NodeOutcome | undefined): NodeOutcome | undefined {
  const [earlier, later] = [first?.outcome.value, second?.outcome.value]
  if (earlier === undefined || later === undefined || earlier.outcome === 'unchanged') return second ?? first
  const balloon = later.balloon && { ...later.balloon, from: earlier.balloon?.from ?? later.balloon.from }
  const value = {
    ...{ ...later, outcome: 'resized' as const, before: earlier.before },
    ...(balloon !== undefined && { balloon }),
    notes: [...earlier.notes, ...later.notes],
    warnings: [...earlier.warnings, ...later.warnings],
  }
  return { node: later.node, outcome: { value } }
}

interface Growth {
  readonly plan: SplitPlan
  /** Those that get larger, and are now as small as they will be. */
  readonly growing: readonly Share[]
}

/**
 * Makes nodes as large as their shares, as far as the host has room: a node that did not get smaller, or that another
 * client made larger, keeps others from it. So all nodes of the host are measured again.
 */
async function growOnHost(world: SizingWorld, { plan, growing }: Growth, limits: Limits): Promise<Outcomes> {
  if (growing.length === 0) return new Map()
  const { request, host, steps } = plan
  const selection = { nodes: { by: 'name', names: steps.map(nameOf) }, dryRun: request.dryRun } as const
  const { failure, value: now } = await outcomeOf(measureNodes(world, selection, limits))
  if (failure !== undefined) return new Map(growing.map((share) => failed(nameOf(share), failure)))
  const measured = new Map(now.sizes.map((size) => [size.node.name, size]))
  const present = ({ measured: { node }, target }: Share): readonly Share[] => {
    const size = measured.get(node.name)
    return size === undefined ? [] : [{ measured: size, target }]
  }
  const gone = growing.map(nameOf).filter((name) => !measured.has(name))
  const overtaken = growing.filter((share) => present(share).some(exceeds))
  const meant = growing.flatMap(present).filter((share) => !exceeds(share))
  const { fitting, withheld } = growthIn(host, { all: steps.flatMap(present), growing: meant })
  const grown = await resizeShares(world, { ...now, request, shares: fitting }, limits)
  return new Map<string, NodeOutcome>([
    ...grown,
    ...gone.map((name) => failed(name, nodeNotFound(name))),
    ...overtaken.map((share) => failed(nameOf(share), resizedMeanwhile(share, present(share)[0]))),
    ...withheld.map(({ share, lacking, holders }) => {
      const subject = nodeSubject(nameOf(share))
      return failed(nameOf(share), new Failure('refused', GrowthWithheld({ subject, lacking, holders })))
    }),
  ])
}

const failed = (node: string, failure: Failure): readonly [string, NodeOutcome] => [
  node,
  { node, outcome: { failure } },
]

const resizedMeanwhile = (before: Share, now: Share | undefined): Failure =>
  new Failure(
    'conflict',
    ResizedMeanwhile({
      subject: nodeSubject(nameOf(before)),
      before: shrunk(before).target,
      now: now && pendingSizeOf(now.measured),
    }),
  )

/** By node. */
type Outcomes = ReadonlyMap<string, NodeOutcome>

interface Batch extends Omit<Measurement, 'sizes' | 'unknown'> {
  readonly request: Pick<SplitRequest, 'timeoutMs' | 'dryRun' | 'noCordon'>
  readonly shares: readonly Share[]
}

/** Gives nodes the sizes of their shares, some nodes at a time. */
async function resizeShares(world: SizingWorld, batch: Batch, limits: Limits): Promise<Outcomes> {
  const { timeoutMs, dryRun, noCordon } = batch.request
  const steps = batch.shares.map(({ measured, target }) =>
    stepFor(measured.node.name, measured, { size: sizeOf(target) }, batch.desiredSizes),
  )
  const nodes = { by: 'name', names: steps.map(({ node }) => node) } as const
  const plan = resizesOf({ nodes, timeoutMs, dryRun, noCordon }, batch, { steps, notes: [] })
  const outcomes = await applyResizes(world, plan, limits)
  return new Map(outcomes.map((outcome) => [outcome.node, outcome]))
}
