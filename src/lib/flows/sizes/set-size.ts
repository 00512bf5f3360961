import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { planResize, type ResizePlan } from '../../sizing/plan.ts'
import { applyPlan } from './apply-plan.ts'
import { awaitBalloon } from './await-balloon.ts'
import { shrinkBeneathCordon } from './beneath-cordon.ts'
import type { ResizeFlowFact } from './resize-fact.ts'
import type { SizingWorld } from './settle.ts'
import type { ReadBefore, SetSizeRequest, SizeChange } from './size-change.ts'

interface Measured {
  readonly measured: NodeSize
  readonly request: SetSizeRequest
  readonly readBefore?: ReadBefore
}

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
    const task = { node, plan, request, present: current.size, requested: current.requested, known }
    const change = needsCordon(plan, request)
      ? await shrinkBeneathCordon(world, { ...task, measured: current.node, size }, limits)
      : await applyPlan(world, task, limits)
    if (change.outcome !== 'lost') return change
    size = change.size
    known = undefined
    current = await replacementOf(world, { node, timeoutMs: request.timeoutMs }, limits)
  }
  throw new Failure<ResizeFlowFact>('conflict', { reason: 'BalloonReplacedTwice', subject: nodeSubject(node) })
}

/** A node that only becomes larger has room for whatever is bound to it meanwhile. */
const needsCordon = (plan: ResizePlan, { dryRun, noCordon }: SetSizeRequest): boolean =>
  plan.verb === 'resize' && plan.direction !== 'grow-node' && dryRun === 'none' && noCordon !== true

async function planWhenReady(
  world: SizingWorld,
  { measured, request: { size, timeoutMs, dryRun, ifFull, machine } }: Measured,
  limits: Limits,
): Promise<ResizePlan> {
  const plan = planResize(measured, size, { ifFull, machine })
  if (plan.verb !== 'refuse' || !plan.passes || dryRun !== 'none') return plan
  const ready = await awaitBalloon(world, { node: measured.node.name, timeoutMs }, limits)
  return ready === undefined ? plan : planResize(ready, size, { ifFull, machine })
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
