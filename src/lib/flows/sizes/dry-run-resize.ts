import { Failure } from '../../failure.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { inspectDryRun } from '../../sizing/patch.ts'
import type { ResizeStep } from '../../sizing/plan.ts'
import { lostTo } from './send-resize.ts'
import type { SizingWorld } from './settle.ts'

/**
 * Every resize is rehearsed on the server before it is sent, whatever was asked for: only there does a LimitRange show
 * that would put limits on the balloon for good. `ends`: a dry run was asked for, and this is as far as it goes.
 */
export async function dryRunResize(
  world: SizingWorld,
  { step, mode }: { step: ResizeStep; mode: DryRunMode },
  limits: Limits,
): Promise<'ends' | 'goes on'> {
  if (mode === 'client') return 'ends'
  try {
    const harm = inspectDryRun(await world.cluster.balloons.resize(step, 'server', limits))
    if (harm !== undefined) throw harm
  } catch (error) {
    throw error instanceof Failure && error.code === 'conflict' ? await lostTo(world, step, error) : error
  }
  return mode === 'server' ? 'ends' : 'goes on'
}
