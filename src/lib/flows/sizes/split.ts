import { type Fact, nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Amounts } from '../../sizing/amounts.ts'
import { allocatableOf, outsideOf, shares } from '../../sizing/host.ts'
import { planResize, type ResizePlan } from '../../sizing/plan.ts'
import type { Share } from '../../sizing/share.ts'
import { sizeOf } from '../../sizing/size.ts'
import type { ObstacleFact } from '../../sizing/size-fact.ts'
import type { ResizeFlowFact, ResizeTalkFact } from './resize-fact.ts'
import { type Measurement, measureNodes } from './resize-nodes.ts'
import type { SizingWorld } from './settle.ts'
import type { SetSizeRequest } from './size-change.ts'

export interface SplitRequest extends Pick<SetSizeRequest, 'timeoutMs' | 'dryRun' | 'noCordon'> {
  /** The nodes of one host, each once, and their weights. */
  readonly parts: readonly { readonly node: string; readonly weight: bigint }[]
  /** What they share; of a resource that is not given, the largest allocatable of the nodes. */
  readonly host: Partial<Amounts>
}

/** What would be done with one node. */
export interface SplitStep extends Share {
  readonly plan: ResizePlan
}

export interface SplitPlan extends Omit<Measurement, 'sizes' | 'unknown'> {
  readonly request: SplitRequest
  /** What the nodes share. */
  readonly host: Amounts
  /** In the order of the request; without nodes that do not exist. */
  readonly steps: readonly SplitStep[]
  readonly notes: readonly ResizeTalkFact[]
  readonly warnings: readonly Fact[]
  readonly refusal: Failure | undefined
}

/**
 * Measures the nodes of a host and decides what each gets of it; writes nothing. A split that one node cannot have is
 * refused as a whole: the sizes would not sum to the host.
 */
export async function planSplit(world: SizingWorld, request: SplitRequest, limits: Limits): Promise<SplitPlan> {
  const names = request.parts.map(({ node }) => node)
  const found = await measureNodes(world, { nodes: { by: 'name', names }, dryRun: request.dryRun }, limits)
  const { sizes, unknown, ...read } = found
  const host = { ...allocatableOf(sizes), ...request.host }
  const targets = shares(
    host,
    request.parts.map(({ weight }) => weight),
  )
  const steps = sizes.map((measured): SplitStep => {
    const target = targets[names.indexOf(measured.node.name)]!
    return { measured, target, plan: planResize(measured, sizeOf(target)) }
  })
  const kernels = new Set(sizes.map(({ node }) => node.bootId))
  const notes: ResizeTalkFact[] = kernels.size > 1 || kernels.has('') ? [{ reason: 'HostNotProven', names }] : []
  const warnings = read.wishes?.missing === undefined ? [] : [read.wishes.missing]
  return { request, host, steps, ...read, notes, warnings, refusal: refusalOf(unknown, steps) }
}

function refusalOf(unknown: readonly string[], steps: readonly SplitStep[]): Failure | undefined {
  const missing = unknown.map((name): NotFound => ({ reason: 'NodeNotFound', subject: nodeSubject(name) }))
  const problems = [...missing, ...(missing.length === 0 ? steps.flatMap(obstacleOf) : [])]
  if (problems.length === 0) return undefined
  const isInvalid = problems.every(({ reason }) => reason === 'NodeNotFound' || reason === 'SizeOutOfRange')
  return new Failure<ResizeTalkFact>(isInvalid ? 'invalid' : 'refused', { reason: 'SplitRefused', problems })
}

type NotFound = Extract<ResizeFlowFact, { reason: 'NodeNotFound' }>

/** Without its floor, the balloon cannot make room for all of a share: that is no rounding here, for the sum is exact. */
function obstacleOf({ measured, target, plan }: SplitStep): readonly ObstacleFact[] {
  const problems = outsideOf(measured, target)
  if (plan.verb === 'refuse' && plan.fact.reason !== 'SizeOutOfRange') return plan.passes ? [] : [plan.fact]
  return problems.length === 0 ? [] : [{ reason: 'SizeOutOfRange', subject: nodeSubject(measured.node.name), problems }]
}
