import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { poll } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../model/node-size.ts'
import { passes } from '../model/resizable.ts'
import { absolute } from '../model/size.ts'
import { planResize, type ResizePlan } from '../plan/plan.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { applyPlan, type Lost, type SizeChange } from './apply-plan.ts'
import { type Cordoned, cancelCordon, cordon } from './cordon.ts'
import { type Execution, executionOf } from './execution.ts'
import type { NodeStep, ReadBefore, ResizesPlan, SetSizeRequest } from './plan-resizes.ts'
import { BalloonReplacedTwice, ReplacementNotReady } from './resize-messages.ts'
import { storeSize } from './store-size.ts'
import { measureNode, nodeNotFound, survey, userOf } from './survey.ts'

/** One node of a plan. `found` is undefined when it was measured long ago: it is measured anew. */
export interface NodeOrder extends Omit<NodeStep, 'stored'> {
  readonly readBefore?: ReadBefore | undefined
}

/**
 * Resizes one node of a plan, with the size that is stored for it, or fails and leaves it as it was. What each step has to put back
 * is on one stack (ADR 55); all of them share one time (ADR 51).
 */
export async function executeResize(
  world: SizingWorld,
  { request, wishes }: Pick<ResizesPlan, 'request' | 'wishes'>,
  { node, found, size, hold, machine, readBefore }: NodeOrder,
  limits: Limits,
): Promise<SizeChange> {
  limits.signal.throwIfAborted()
  const { user: by, message, dryRun } = request
  const its = { ...request, size, machine }
  const execution = executionOf(world, request.timeoutMs, limits)
  return execution.undo.around(async () => {
    const measured = found?.measured ?? (await measureNode(world.cluster, node, execution.limits))
    const plan = found?.plan ?? planFor(measured, its)
    const stored = await storeSize(execution, { measured, plan, size, hold, wishes, by, message, dryRun })
    const uncordoned = size === 'granted' ? await cancelCordon(execution, measured.node, dryRun) : []
    const change = await giveSize(execution, { measured, plan, readBefore }, its)
    return {
      ...change,
      // A node that has the size already is not unchanged if what is stored for it changes.
      ...(stored.change !== undefined && change.outcome === 'unchanged' && { outcome: 'stored' }),
      ...(stored.change !== undefined && { stored: stored.change }),
      notes: [...change.notes, ...uncordoned],
      warnings: [...change.warnings, ...stored.warnings],
    }
  })
}

/** The same without what is stored for the node, which stays as it is. */
export function setSize(
  world: SizingWorld,
  { measured, request, readBefore }: { measured: NodeSize; request: SetSizeRequest; readBefore?: ReadBefore },
  limits: Limits,
): Promise<SizeChange> {
  const attempt = { measured, plan: planFor(measured, request), readBefore }
  return giveSize(executionOf(world, request.timeoutMs, limits), attempt, request)
}

const planFor = (measured: NodeSize, { size, ifFull, machine }: SetSizeRequest): ResizePlan =>
  planResize(measured, size, { ifFull, machine })

/** The resize of one balloon. */
interface Attempt {
  readonly measured: NodeSize
  readonly plan: ResizePlan
  readonly readBefore?: ReadBefore | undefined
}

/** The balloon that was measured, and its replacement. */
const maxBalloons = 2

/**
 * Never disturbs a running pod. If the balloon is replaced in the meantime, its replacement gets the size, once. After the wait for
 * it, the time for the resize begins anew.
 */
async function giveSize(execution: Execution, first: Attempt, request: SetSizeRequest): Promise<SizeChange> {
  const { undo, time } = execution
  const node = first.measured.node.name
  let [attempt, asked] = [first, request]
  for (let balloons = 1; balloons <= maxBalloons; balloons++) {
    const change = await undo.around(() => resizeBalloon(execution, attempt, asked))
    if (change.outcome !== 'lost') return change
    asked = { ...asked, size: change.size }
    time.again()
    const measured = await awaitBalloon(execution, { node, timeoutMs: request.timeoutMs }, execution.limits)
    if (measured === undefined) throw new Failure('timeout', ReplacementNotReady({ subject: nodeSubject(node) }))
    time.again()
    attempt = { measured, plan: planFor(measured, asked) }
  }
  throw new Failure('conflict', BalloonReplacedTwice({ subject: nodeSubject(node) }))
}

/**
 * Makes the balloon request what the node is to have, as far as --dry-run allows, and acts on the answer of the kubelet. A node that
 * becomes smaller is cordoned meanwhile, so that the scheduler binds no pod to it that the kubelet would refuse because the balloon
 * was faster, and measured and planned once more beneath the cordon: what has been bound until then counts.
 */
async function resizeBalloon(
  execution: Execution,
  attempt: Attempt,
  request: SetSizeRequest,
): Promise<SizeChange | Lost> {
  const started = await onceStarted(execution, attempt, request)
  const cordoned = await cordonFor(execution, started, request)
  const { measured, plan, readBefore } =
    cordoned?.kind === 'ours' ? await measureBeneathCordon(execution, started, request) : started
  const onDeferred = (): void => {
    if (cordoned?.kind === 'ours') cordoned.release()
  }
  const change = await applyPlan(execution, { measured, plan, readBefore, onDeferred }, request)
  return change.outcome === 'lost' || cordoned?.kind !== 'not'
    ? change
    : { ...change, notes: [...change.notes, cordoned.note] }
}

/** Waits for a balloon that is starting; after it, the time for the resize begins anew. */
async function onceStarted(execution: Execution, attempt: Attempt, request: SetSizeRequest): Promise<Attempt> {
  const { measured, plan } = attempt
  if (plan.verb !== 'refuse' || !plan.passes || request.dryRun !== 'none') return attempt
  const { timeoutMs } = request
  const started = await awaitBalloon(execution, { node: measured.node.name, timeoutMs }, execution.limits)
  execution.time.again()
  return started === undefined ? attempt : { ...attempt, measured: started, plan: planFor(started, request) }
}

/**
 * Waits until a node has a balloon, or has a problem that does not pass by itself. undefined when neither happens
 * within timeoutMs.
 */
export const awaitBalloon = (
  { cluster, clock }: SizingWorld,
  { node, timeoutMs }: { readonly node: string; readonly timeoutMs: number },
  limits: Limits,
): Promise<NodeSize | undefined> =>
  poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const measured = await measureNode(cluster, node, limits)
    return measured.why !== undefined && passes(measured.why) ? undefined : measured
  })

/** A node that only becomes larger has room for whatever is bound to it meanwhile. */
async function cordonFor(
  execution: Execution,
  { measured: { node }, plan }: Attempt,
  { dryRun, noCordon, user, timeoutMs }: SetSizeRequest,
): Promise<Cordoned | undefined> {
  const isNeeded = plan.verb === 'resize' && plan.direction !== 'grow-node' && dryRun === 'none' && noCordon !== true
  if (!isNeeded) return undefined
  const by = user ?? (await userOf(execution.cluster, execution.limits))
  return cordon(execution, { node, by, timeoutMs })
}

/**
 * Milliseconds after which a pod that the scheduler had chosen the node for, before it saw the cordon, is bound to it and
 * can be counted.
 */
const bindingMs = 250

async function measureBeneathCordon(
  { cluster, clock, limits }: Execution,
  { measured: { node, size: present }, readBefore }: Attempt,
  request: SetSizeRequest,
): Promise<Attempt> {
  await clock.sleep(bindingMs, limits.signal)
  const { sizes, resourceVersion } = await survey(cluster, { by: 'name', names: [node.name] }, limits)
  const [measured] = sizes
  if (measured === undefined) throw nodeNotFound(node.name)
  const plan = planFor(measured, { ...request, size: absolute(request.size, present) })
  return { measured, plan, readBefore: readBefore && { ...readBefore, resourceVersion } }
}
