import { concurrently } from '../../cluster/concurrently.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, larger } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import { machineSize } from '../model/machine-note.ts'
import { sizeOf } from '../model/size.ts'
import { type ObstacleFact, SizeOutOfRange } from '../model/size-messages.ts'
import { allocatableOf, excessBeside, namesBeside, outsideOf, shares } from '../plan/host.ts'
import { planResize, type ResizePlan } from '../plan/plan.ts'
import type { Share } from '../plan/share.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { type Measurement, measureNodes, type SetSizeRequest } from '../resize/plan-resizes.ts'
import {
  HostHasMoreNodes,
  HostNotProven,
  HostNotShared,
  HostPartSplit,
  HostUnknown,
  NodeNotFound,
  type ResizeFlowFact,
  type ResizeTalkFact,
  SplitRefused,
} from '../resize/resize-messages.ts'
import { nodeNotFound, survey } from '../resize/survey.ts'

export interface SplitRequest extends Pick<SetSizeRequest, 'timeoutMs' | 'dryRun' | 'noCordon'> {
  /** The nodes of one host, each once, and their weights. */
  readonly parts: readonly { readonly node: string; readonly weight: bigint }[]
  /** Names of other nodes of the host that are left out on purpose. */
  readonly without?: readonly string[] | undefined
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
  const [found, all] = await concurrently([
    measureNodes(world, { nodes: { by: 'name', names }, dryRun: request.dryRun }, limits),
    world.cluster.nodes.list({}, limits),
  ])
  const { sizes, unknown, ...read } = found
  const others = namesBeside(all, names).filter((name) => request.without?.includes(name) !== true)
  const beside = others.length === 0 ? [] : (await survey(world.cluster, { by: 'name', names: others }, limits)).sizes
  const host = { ...allocatableOf(sizes), ...request.host }
  const targets = shares(
    host,
    request.parts.map(({ weight }) => weight),
  )
  const steps = sizes.map((measured): SplitStep => {
    const target = targets[names.indexOf(measured.node.name)]!
    const { name } = measured.node
    const machine = machineSize(measured.node, read.desiredSizes.buckets.get(bucketOf(name))?.machines.get(name))
    return { measured, target, plan: planResize(measured, sizeOf(target), { machine }) }
  })
  const kernels = new Set(sizes.map(({ node }) => node.bootId))
  const whole = larger(allocatableOf([...sizes, ...beside]), host)
  const excess = excessBeside(beside, { part: host, whole })
  const crowd: readonly HostCrowded[] =
    excess === undefined ? [] : [HostHasMoreNodes({ names: others, excess, one: names[0]! })]
  const notes: ResizeTalkFact[] = [
    ...(kernels.size > 1 || kernels.has('') ? [HostNotProven({ names })] : []),
    ...(others.length > 0 && excess === undefined ? [HostPartSplit({ names: others })] : []),
  ]
  const { missing } = read.desiredSizes
  const warnings = missing === undefined ? [] : [missing]
  return {
    request,
    host,
    steps,
    ...read,
    notes,
    warnings,
    refusal: refusalOf(unknown, [...crowd, ...steps.flatMap(obstacleOf)]),
  }
}

type HostCrowded = Extract<ResizeTalkFact, { reason: 'HostHasMoreNodes' }>

function refusalOf(
  unknown: readonly string[],
  obstacles: readonly (ObstacleFact | HostCrowded)[],
): Failure | undefined {
  const missing = unknown.map((name): NotFound => NodeNotFound({ subject: nodeSubject(name) }))
  const problems = missing.length === 0 ? obstacles : missing
  if (problems.length === 0) return undefined
  const isInvalid = problems.every(({ reason }) => reason === 'NodeNotFound' || reason === 'SizeOutOfRange')
  return new Failure(isInvalid ? 'invalid' : 'refused', SplitRefused({ problems }))
}

type NotFound = Extract<ResizeFlowFact, { reason: 'NodeNotFound' }>

/** Without its floor, the balloon cannot make room for all of a share: that is no rounding here, for the sum is exact. */
function obstacleOf({ measured, target, plan }: SplitStep): readonly ObstacleFact[] {
  const problems = outsideOf(measured, target)
  if (plan.verb === 'refuse' && plan.fact.reason !== 'SizeOutOfRange') return plan.passes ? [] : [plan.fact]
  return problems.length === 0 ? [] : [SizeOutOfRange({ subject: nodeSubject(measured.node.name), problems })]
}

/**
 * All nodes of the host that one of them runs on, by name, with equal weights. Throws Failure 'invalid' when the host is not known,
 * or nothing is to be split.
 */
export async function partsOnHost(
  { cluster }: SizingWorld,
  { hostOf: name, without = [] }: { readonly hostOf: string; readonly without?: readonly string[] | undefined },
  limits: Limits,
): Promise<SplitRequest['parts']> {
  const all = await cluster.nodes.list({}, limits)
  const node = all.find((one) => one.name === name)
  if (node === undefined) throw nodeNotFound(name)
  const subject = nodeSubject(name)
  if (node.bootId === '') throw new Failure('invalid', HostUnknown({ subject }))
  const names = [name, ...namesBeside(all, [name])].filter((one) => !without.includes(one)).toSorted()
  if (names.length < 2) throw new Failure('invalid', HostNotShared({ subject }))
  return names.map((one) => ({ node: one, weight: 1n }))
}
