import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../model/node-size.ts'
import { passes } from '../model/resizable.ts'
import { absolute, type TargetSize } from '../model/size.ts'
import { planResize, type ResizePlan } from '../plan/plan.ts'
import { applyPlan, type Task } from './apply-plan.ts'
import { afterCordon, type Cordoned, cordon, uncordon } from './cordon.ts'
import { poll, ResizeTime } from './deadline.ts'
import { BalloonReplacedTwice, ReplacementNotReady } from './resize-messages.ts'
import type { SizingWorld } from './settle.ts'
import type { Lost, ReadBefore, SetSizeRequest, SizeChange } from './size-change.ts'
import { measureNode, nodeNotFound, survey } from './survey.ts'

interface Measured {
  readonly measured: NodeSize
  readonly request: SetSizeRequest
  readonly readBefore?: ReadBefore
}

/** The balloon that was measured, and its replacement. */
const maxBalloons = 2

/**
 * Gives one node a size, or fails and leaves it as it was. Never disturbs a running pod. Waits for a balloon that is
 * starting. If the balloon is replaced in the meantime, its replacement gets the size, once. After such a wait, the time
 * for the resize begins anew.
 */
export async function setSize(
  world: SizingWorld,
  { measured, request, readBefore }: Measured,
  limits: Limits,
): Promise<SizeChange> {
  const node = measured.node.name
  const { timeoutMs } = request
  const time = world.time ?? new ResizeTime(world.clock, timeoutMs)
  const [own, forth] = [{ ...world, time }, time.forth(limits)]
  let [current, size, known] = [measured, request.size, readBefore]
  for (let balloons = 1; balloons <= maxBalloons; balloons++) {
    let plan = planFor(current, { ...request, size })
    if (plan.verb === 'refuse' && plan.passes && request.dryRun === 'none') {
      const ready = await awaitBalloon(world, { node, timeoutMs }, forth)
      time.again()
      if (ready !== undefined) plan = planFor(ready, { ...request, size })
    }
    const task = { node, plan, request, present: current.size, requested: current.requested, known }
    const change = needsCordon(plan, request)
      ? await shrinkBeneathCordon(own, { ...task, measured: current.node, size }, forth)
      : await applyPlan(own, task, forth)
    if (change.outcome !== 'lost') return change
    size = change.size
    known = undefined
    time.again()
    current = await replacementOf(world, { node, timeoutMs }, forth)
    time.again()
  }
  throw new Failure('conflict', BalloonReplacedTwice({ subject: nodeSubject(node) }))
}

/** A node that only becomes larger has room for whatever is bound to it meanwhile. */
const needsCordon = (plan: ResizePlan, { dryRun, noCordon }: SetSizeRequest): boolean =>
  plan.verb === 'resize' && plan.direction !== 'grow-node' && dryRun === 'none' && noCordon !== true

const planFor = (measured: NodeSize, { size, ifFull, machine }: SetSizeRequest): ResizePlan =>
  planResize(measured, size, { ifFull, machine })

async function replacementOf(
  world: SizingWorld,
  { node, timeoutMs }: { node: string; timeoutMs: number },
  limits: Limits,
): Promise<NodeSize> {
  const found = await awaitBalloon(world, { node, timeoutMs }, limits)
  if (found !== undefined) return found
  throw new Failure('timeout', ReplacementNotReady({ subject: nodeSubject(node) }))
}

/**
 * Waits until a node has a balloon, or has a problem that does not pass by itself. undefined when neither happens
 * within timeoutMs.
 */
export const awaitBalloon = (
  { cluster, clock }: SizingWorld,
  { node, timeoutMs }: { node: string; timeoutMs: number },
  limits: Limits,
): Promise<NodeSize | undefined> =>
  poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const measured = await measureNode(cluster, node, limits)
    return measured.why !== undefined && passes(measured.why) ? undefined : measured
  })

/**
 * Milliseconds after which a pod that the scheduler had chosen the node for, before it saw the cordon, is bound to it and
 * can be counted.
 */
const bindingMs = 250

/**
 * Makes a node smaller while it is cordoned, so that the scheduler binds no pod to it that the kubelet would refuse
 * because the balloon was faster. The node is measured again beneath the cordon: what has been bound until then counts.
 */
async function shrinkBeneathCordon(
  world: SizingWorld,
  task: Task & { readonly measured: Node; readonly size: TargetSize },
  limits: Limits,
): Promise<SizeChange | Lost> {
  const { node, request } = task
  const by = request.user ?? (await userOf(world, limits))
  const cordoned = await cordon(world, { node: task.measured, by, timeoutMs: request.timeoutMs }, limits)
  if (cordoned.kind === 'theirs') return applyPlan(world, task, limits)
  if (cordoned.kind === 'not') return withNotes(await applyPlan(world, task, limits), cordoned)
  let undone: Promise<Failure | undefined> | undefined
  const undo = () => (undone ??= uncordon(world, node, cordoned.mark))
  const outcome = await measureAndApply(world, { ...task, onAnswer: () => void undo() }, limits).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  const left = await undo()
  if ('value' in outcome && left === undefined) return outcome.value
  const { error } = { error: undefined, ...outcome }
  throw error === undefined || error instanceof Failure ? afterCordon(node, left, error) : error
}

async function measureAndApply(
  world: SizingWorld,
  task: Task & { readonly size: TargetSize },
  limits: Limits,
): Promise<SizeChange | Lost> {
  await world.clock.sleep(bindingMs, limits.signal)
  const { sizes, resourceVersion } = await survey(world.cluster, { by: 'name', names: [task.node] }, limits)
  const [fresh] = sizes
  if (fresh === undefined) throw nodeNotFound(task.node)
  const plan = planResize(fresh, absolute(task.size, task.present), task.request)
  const known = task.known && { ...task.known, resourceVersion }
  return applyPlan(world, { ...task, plan, present: fresh.size, requested: fresh.requested, known }, limits)
}

/** For people only: a server that does not say leaves it empty. */
export const userOf = ({ cluster }: SizingWorld, limits: Limits): Promise<string> =>
  cluster.access.whoAmI(limits).catch((error: unknown) => {
    if (error instanceof Failure) return ''
    throw error
  })

const withNotes = <Change extends SizeChange | Lost>(change: Change, { note }: Cordoned & { kind: 'not' }): Change =>
  change.outcome === 'lost' ? change : { ...change, notes: [...change.notes, note] }
