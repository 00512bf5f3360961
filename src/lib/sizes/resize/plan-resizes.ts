import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import { type StoredChange, storedChange } from '../desired/stored-change.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import { machineSize } from '../model/machine-note.ts'
import type { NodeSize } from '../model/node-size.ts'
import { absolute, asksForMax, type TargetSize } from '../model/size.ts'
import { type IfFull, planResize, type ResizePlan } from '../plan/plan.ts'
import type { Cluster, SizingWorld } from '../ports/cluster.ts'
import { readUsage, usageFindings } from './check-usage.ts'
import { type DesiredSizesRead, readDesiredSizes } from './read-desired-sizes.ts'
import {
  NodesSkipped,
  NoManagedNode,
  type ResizeTalkFact,
  type StoreSizeFact,
  WaitsForRoom,
} from './resize-messages.ts'
import { nothingSelected, survey, userOf, type WantedNodes } from './survey.ts'

export interface SetSizeRequest {
  readonly size: TargetSize
  /** Milliseconds to wait for the kubelet's answer and, before that, for a balloon that is not running yet. */
  readonly timeoutMs: number
  readonly dryRun: DryRunMode
  /** If pods are in the way of a smaller size; `revert` unless given. */
  readonly ifFull?: IfFull | undefined
  /** A node that becomes smaller is not cordoned meanwhile: a pod that is bound in that moment may be refused. */
  readonly noCordon?: boolean | undefined
  /** What the machine of the node has, as `autoscale` has noted it: the size may not be larger. undefined: nothing is noted. */
  readonly machine?: Amounts | undefined
  /** The user, for the mark on a cordoned node; absent: it is asked of the API server. */
  readonly user?: string | undefined
}

/** What was read together with the measurement, and need not be read again. */
export interface ReadBefore {
  /** Of a list of balloons: the watch begins here, instead of with another list. */
  readonly resourceVersion: string | undefined
  /** No LimitRange adds limits to balloons, so a resize needs no dry run before it. */
  readonly isFreeOfLimits: boolean
}

export interface ResizeRequest extends SetSizeRequest {
  readonly nodes: NodeSelection
  /** What the desired size holds when allocatable changes; undefined: as the desired size of the node does, and without one the size. */
  readonly hold?: HoldPolicy | undefined
  /** Why; stored with the desired size. */
  readonly message?: string | undefined
  /** Warn of nodes that use more memory than their new size. */
  readonly checkUsage?: boolean | undefined
  /** All nodes or none: if one fails, those that were resized get their size back. */
  readonly atomic?: boolean | undefined
  /** After so many failures, no further node is tried. */
  readonly maxFailures?: number | undefined
  /** Its machine is resized together with the node: what is noted about it is no limit. */
  readonly withMachine?: boolean | undefined
}

/** What would be done with one node. */
export interface NodeStep {
  readonly node: string
  /** undefined: there is no node of this name. */
  readonly found: { readonly measured: NodeSize; readonly plan: ResizePlan } | undefined
  /** The target size, without relative sizes: it remains the same if the node is resized in the meantime. */
  readonly size: TargetSize
  /** What the desired size of this node holds; undefined: as the request says. */
  readonly hold?: HoldPolicy | undefined
  /** What its machine has, as it is noted; undefined: nothing is, or that is no limit. */
  readonly machine?: Amounts | undefined
  /** How what is stored for the node would change; undefined: it stays as it is, or is not known. */
  readonly stored?: StoredChange | undefined
}

export interface ResizesPlan extends Pick<Measurement, 'measuredAt' | 'readBefore' | 'desiredSizes'> {
  readonly request: Omit<ResizeRequest, 'size'>
  /** In the order of the requested names; otherwise by name. */
  readonly steps: readonly NodeStep[]
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/** Nodes, and what else resizes of them need. */
export interface Measurement {
  /** In the order of the requested names; otherwise by name. */
  readonly sizes: readonly NodeSize[]
  /** Every node that was read, measured or not. */
  readonly seen: readonly Node[]
  /** Names of nodes that do not exist. */
  readonly unknown: readonly string[]
  /** When the nodes were measured, on the monotonic clock. */
  readonly measuredAt: number
  readonly readBefore: ReadBefore
  readonly desiredSizes: DesiredSizesRead
  readonly user: string | undefined
}

interface Measuring extends Pick<ResizeRequest, 'nodes' | 'dryRun'> {
  /** Absent: each node has a size of its own. */
  readonly size?: TargetSize
  /** Absent: all that are selected. */
  readonly wanted?: WantedNodes | undefined
}

export async function measureNodes(
  { cluster, clock }: SizingWorld,
  { nodes, dryRun, size, wanted }: Measuring,
  limits: Limits,
): Promise<Measurement> {
  const isForReal = dryRun === 'none'
  const [{ sizes, nodes: seen, unknown, resourceVersion }, isFreeOfLimits, desiredSizes, user] = await concurrently([
    survey(cluster, nodes, limits, wanted),
    isForReal ? withoutHarmfulLimits(cluster, limits) : Promise.resolve(false),
    readDesiredSizes(cluster, nodes, limits),
    // A full size needs neither a cordon nor a desired size.
    isForReal && (size === undefined || !asksForMax(size)) ? userOf(cluster, limits) : Promise.resolve(undefined),
  ])
  const readBefore = { resourceVersion, isFreeOfLimits }
  return { sizes, seen, unknown, measuredAt: clock.monotonic(), readBefore, desiredSizes, user }
}

/**
 * Measures the selected nodes and decides about each; writes nothing. Of all nodes, those that have no balloon, as
 * installed, are skipped with a note. Rejects with Failure 'invalid' when no node is left, so that a script does not
 * continue.
 */
export async function planResizes(world: SizingWorld, request: ResizeRequest, limits: Limits): Promise<ResizesPlan> {
  const [measurement, usage] = await concurrently([
    measureNodes(world, request, limits),
    request.checkUsage ? readUsage(world.cluster, request.nodes, limits) : Promise.resolve(undefined),
  ])
  const { names, notes } = chosenFrom(measurement.sizes, request.nodes)
  const measured = new Map(measurement.sizes.map((size) => [size.node.name, size]))
  const steps = names.map((node) => stepFor(node, measured.get(node), request, measurement.desiredSizes))
  const plan = resizesOf(request, measurement, { steps, notes })
  const found = usageFindings(steps, usage)
  return { ...plan, notes: [...plan.notes, ...found.notes], warnings: [...plan.warnings, ...found.warnings] }
}

/** What would be done with a node, and with what is stored for it. */
export function stepFor(
  node: string,
  measured: NodeSize | undefined,
  {
    size: asked,
    ifFull,
    hold,
    message,
    withMachine,
  }: Pick<ResizeRequest, 'size' | 'ifFull' | 'hold' | 'message' | 'withMachine'>,
  { buckets }: DesiredSizesRead,
): NodeStep {
  if (measured === undefined) return { node, found: undefined, size: asked, hold }
  const bucket = buckets.get(bucketOf(node))
  const machine = withMachine ? undefined : machineSize(measured.node, bucket?.machines.get(node))
  const plan = planResize(measured, asked, { ifFull, machine })
  const size = plan.verb === 'refuse' ? asked : absolute(asked, measured.size)
  const stored =
    bucket &&
    storedChange({
      measured,
      size,
      hold,
      plan,
      stored: bucket.desiredSizes.get(node),
      stamp: { ...(message !== undefined && { message }) },
    })
  return { node, found: { measured, plan }, size, hold, machine, stored }
}

/** The plan for these steps. */
export function resizesOf(
  request: Omit<ResizeRequest, 'size'>,
  { measuredAt, readBefore, desiredSizes, user }: Omit<Measurement, 'sizes' | 'unknown'>,
  { steps, notes }: Pick<ResizesPlan, 'steps' | 'notes'>,
): ResizesPlan {
  const { missing } = desiredSizes
  const warnings = missing !== undefined && steps.some((step) => isMissed(missing, step)) ? [missing] : []
  const allNotes = [...notes, ...steps.flatMap((step) => waitingNotes(step, request.timeoutMs))]
  return { request: { ...request, user }, steps, measuredAt, readBefore, desiredSizes, notes: allNotes, warnings }
}

/**
 * What is refused gets no desired size. A full size needs none, but one that is stored and may not be read is not forgotten: it may be
 * restored.
 */
const isMissed = ({ reason }: StoreSizeFact, { size, found }: NodeStep): boolean =>
  found !== undefined &&
  found.plan.verb !== 'refuse' &&
  (reason === 'DesiredSizesNotRead' || (size !== 'granted' && !asksForMax(size)))

/** Whether it is certain that no LimitRange adds limits to balloons. A user may not be allowed to list them. */
async function withoutHarmfulLimits({ balloons, objects }: Cluster, limits: Limits): Promise<boolean> {
  const { namespace } = balloons
  const ranges = await unlessRefused(objects.list({ apiVersion: 'v1', kind: 'LimitRange', namespace }, limits))
  return ranges.value?.every((range) => harmOfLimitRange(range) === undefined) ?? false
}

/** Said before the wait begins. */
function waitingNotes({ found }: NodeStep, timeoutMs: number): readonly ResizeTalkFact[] {
  const because = found?.plan.verb === 'resize' ? found.plan.waitsFor : undefined
  return because === undefined ? [] : [WaitsForRoom({ subject: because.subject, timeoutMs, because })]
}

interface Chosen {
  readonly names: readonly string[]
  readonly notes: readonly ResizeTalkFact[]
}

function chosenFrom(sizes: readonly NodeSize[], nodes: NodeSelection): Chosen {
  if (nodes.by === 'name') return { names: [...new Set(nodes.names)], notes: [] }
  if (nodes.by === 'all') return managed(sizes)
  if (sizes.length === 0) throw nothingSelected(nodes)
  return { names: sizes.map(nameOf), notes: [] }
}

function managed(sizes: readonly NodeSize[]): Chosen {
  const skipped = sizes.filter(({ state }) => state === 'NotManaged')
  if (skipped.length === sizes.length) throw new Failure('invalid', NoManagedNode({ because: skipped[0]?.why }))
  const names = sizes.filter((size) => !skipped.includes(size)).map(nameOf)
  return { names, notes: skipped.length === 0 ? [] : [NodesSkipped({ names: skipped.map(nameOf) })] }
}

const nameOf = ({ node }: NodeSize): string => node.name
