import type { Pod } from '../../api/pod.ts'
import type { Fact } from '../../fact.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { Amounts, QuantityText } from '../../sizing/amounts.ts'
import { ceilingsOf } from '../../sizing/ceilings.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { planResize, type ResizePlan, type ResizeStep } from '../../sizing/plan.ts'
import type { Requests } from '../../sizing/requests.ts'
import { sizeOf, type TargetSize } from '../../sizing/size.ts'
import type { SizeNote, StateFact } from '../../sizing/size-fact.ts'
import { together } from '../read-together.ts'
import { awaitBalloon } from './await-balloon.ts'
import { conclude } from './conclude.ts'
import { dryRunResize } from './dry-run-resize.ts'
import type { ResizeFlowFact } from './resize-fact.ts'
import { sendResize } from './send-resize.ts'
import { lookOut, type SizingWorld, settle, whyNotGranted } from './settle.ts'

export interface SetSizeRequest {
  readonly size: TargetSize
  /** Milliseconds to wait for the kubelet's answer and, before that, for a balloon that is not running yet. */
  readonly timeoutMs: number
  readonly dryRun: DryRunMode
}

/** What was read together with the measurement, and need not be read again. */
export interface ReadBefore {
  /** Of a list of balloons: the watch begins here, instead of with another list. */
  readonly resourceVersion: string | undefined
  /** No LimitRange adds limits to balloons, so a resize needs no dry run before it. */
  readonly isFreeOfLimits: boolean
}

interface Measured {
  readonly measured: NodeSize
  readonly request: SetSizeRequest
  readonly readBefore?: ReadBefore
}

export interface SizeChange {
  readonly node: string
  readonly outcome: 'unchanged' | 'resized' | 'planned'
  readonly before: Amounts
  readonly after: Amounts
  readonly balloon?: { readonly pod: string; readonly from: QuantityText; readonly to: QuantityText }
  readonly notes: readonly SizeNote[]
  readonly warnings: readonly Fact[]
}

/** The balloon was replaced in the meantime. The target size does not depend on the new one. */
type Lost = { readonly outcome: 'lost'; readonly size: TargetSize }

/** The balloon that was measured, and its replacement. */
const maxBalloons = 2

/**
 * Gives one node a size, or fails and leaves it as it was. Never disturbs a running pod. Waits for a balloon that is
 * starting. If the balloon is replaced in the meantime, its replacement gets the size, once.
 */
export async function setSize(
  world: SizingWorld,
  { measured, request, readBefore }: Measured,
  limits: Limits,
): Promise<SizeChange> {
  const node = measured.node.name
  let [current, size, known] = [measured, request.size, readBefore]
  for (let balloons = 1; balloons <= maxBalloons; balloons++) {
    const plan = await planWhenReady(world, { measured: current, request: { ...request, size } }, limits)
    const change = await applyPlan(world, { node, plan, request, present: current.size, known }, limits)
    if (change.outcome !== 'lost') return change
    size = change.size
    known = undefined
    current = await replacementOf(world, { node, timeoutMs: request.timeoutMs }, limits)
  }
  throw new Failure<ResizeFlowFact>('conflict', { reason: 'BalloonReplacedTwice', subject: nodeSubject(node) })
}

async function planWhenReady(
  world: SizingWorld,
  { measured, request: { size, timeoutMs, dryRun } }: Measured,
  limits: Limits,
): Promise<ResizePlan> {
  const plan = planResize(measured, size)
  if (plan.verb !== 'refuse' || !plan.passes || dryRun !== 'none') return plan
  const ready = await awaitBalloon(world, { node: measured.node.name, timeoutMs }, limits)
  return ready === undefined ? plan : planResize(ready, size)
}

async function replacementOf(
  world: SizingWorld,
  { node, timeoutMs }: { node: string; timeoutMs: number },
  limits: Limits,
): Promise<NodeSize> {
  const found = await awaitBalloon(world, { node, timeoutMs }, limits)
  if (found !== undefined) return found
  throw new Failure<ResizeFlowFact>('timeout', { reason: 'ReplacementNotReady', subject: nodeSubject(node) })
}

interface Task {
  readonly node: string
  readonly plan: ResizePlan
  readonly request: SetSizeRequest
  /** The current size of the node. */
  readonly present: Amounts
  readonly known: ReadBefore | undefined
}

async function applyPlan(
  world: SizingWorld,
  { node, plan, request, present, known }: Task,
  limits: Limits,
): Promise<SizeChange | Lost> {
  if (plan.verb === 'refuse') throw new Failure(plan.code, plan.fact)
  if (plan.verb === 'resize') return walk(world, { node, step: plan, request, known }, limits)
  const { notes } = plan
  const unchanged: SizeChange = { node, outcome: 'unchanged', before: present, after: present, notes, warnings: [] }
  if (plan.verb === 'unchanged' || request.dryRun !== 'none') return unchanged
  const isGranted = await awaitGrant(world, { ...plan, node, timeoutMs: request.timeoutMs }, limits)
  return isGranted ? unchanged : { outcome: 'lost', size: sizeOf(present) }
}

/**
 * The watch listens while the resize is sent: the kubelet may answer at once. Before it, nothing is requested if what is
 * known suffices; otherwise the dry run and the list that the watch begins with.
 */
async function walk(
  world: SizingWorld,
  { node, step, request, known }: Pick<Task, 'node' | 'request' | 'known'> & { step: ResizeStep },
  limits: Limits,
): Promise<SizeChange | Lost> {
  const { before, after, from, to, notes } = step
  const { name } = step.pod.metadata
  const balloon = { pod: name, from: from.text, to: to.text }
  const planned: SizeChange = { node, outcome: 'planned', before, after, balloon, notes, warnings: [] }
  if (request.dryRun === 'client') return planned
  if (request.dryRun === 'server') {
    await dryRunResize(world, step, limits)
    return planned
  }
  const lookout = lookOut(world, { pod: name, since: known?.resourceVersion }, limits)
  try {
    await together([known?.isFreeOfLimits ? Promise.resolve() : dryRunResize(world, step, limits), lookout.open])
    limits.signal.throwIfAborted()
    lookout.listen()
    const pod = await sendResize(world, step, limits)
    const settled = await lookout.settle(expectationOf(pod, step), request.timeoutMs)
    const conclusion = await conclude(world, { step, pod, settled })
    return conclusion === 'lost'
      ? { outcome: 'lost', size: sizeOf(after) }
      : { ...planned, outcome: 'resized', warnings: [...limitsOn(pod, node), ...conclusion] }
  } finally {
    lookout.close()
  }
}

/** Without a dry run, limits that a webhook adds are found only now. The next resize is refused because of them. */
function limitsOn(pod: Pod, node: string): readonly StateFact[] {
  const { name, namespace } = pod.metadata
  const ceilings = ceilingsOf(pod)
  if (ceilings.length === 0) return []
  return [{ reason: 'BalloonHasLimits', subject: nodeSubject(node), pod: name, namespace, ceilings }]
}

/** An earlier command requested the same size: waits for its outcome, but does not revert it. */
async function awaitGrant(
  world: SizingWorld,
  { node, pod, requests, timeoutMs }: { node: string; pod: Pod; requests: Requests; timeoutMs: number },
  limits: Limits,
): Promise<boolean> {
  const subject = nodeSubject(node)
  const fail = (code: 'refused' | 'timeout' | 'interrupted', because: Fact): Failure =>
    new Failure<ResizeFlowFact>(code, { reason: 'EarlierResizeNotGranted', subject, because })
  const expectation = expectationOf(pod, { to: requests })
  const settled = await settle(world, { pod: pod.metadata.name, expectation, timeoutMs }, limits)
  switch (settled.kind) {
    case 'accepted':
      return true
    case 'lost':
    case 'superseded':
      return false
    case 'deferred':
    case 'infeasible':
      throw fail('refused', whyNotGranted(settled, subject))
    case 'silent':
      throw fail('timeout', settled.why)
    case 'interrupted':
      throw fail('interrupted', { reason: 'Interrupted' })
    case 'broken':
      throw settled.failure
  }
}

const expectationOf = ({ metadata }: Pod, { from, to }: { from?: Requests; to: Requests }) => ({
  uid: metadata.uid,
  generation: metadata.generation ?? 0,
  wanted: to.amounts,
  ...(from !== undefined && { from: from.amounts }),
})
