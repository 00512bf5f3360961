import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../model/node-size.ts'
import { planResize, type ResizePlan } from '../plan/plan.ts'
import { applyPlan } from './apply-plan.ts'
import { awaitBalloon } from './await-balloon.ts'
import { shrinkBeneathCordon } from './beneath-cordon.ts'
import { BalloonReplacedTwice, ReplacementNotReady } from './resize-messages.ts'
import { ResizeTime } from './resize-time.ts'
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
