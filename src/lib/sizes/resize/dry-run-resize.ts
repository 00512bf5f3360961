import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import type { LimitFact } from '../model/size-messages.ts'
import { inspectDryRun } from '../plan/patch.ts'
import type { ResizeStep } from '../plan/plan.ts'
import { resizeFor } from '../plan/resize.ts'
import { LimitRangeRefusesResize, type ResizeFlowFact } from './resize-messages.ts'
import { subjectOf } from './revert.ts'
import { resizeConflict } from './send-resize.ts'
import type { SizingWorld } from './settle.ts'

/**
 * Every resize is sent to the server as a dry run first: only there does a LimitRange show that would add limits to the
 * balloon, which cannot be removed.
 */
export async function dryRunResize(world: SizingWorld, step: ResizeStep, limits: Limits): Promise<void> {
  try {
    const answer = await world.cluster.balloons.resize(resizeFor(step), 'server', limits)
    const harm = inspectDryRun({ pod: step.pod, answer })
    if (harm !== undefined) throw new Failure<LimitFact>('refused', harm)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') throw await resizeConflict(world, step, error)
    throw error.code === 'invalid' || error.code === 'refused' ? await byLimitRange(world, step, error, limits) : error
  }
}

/** Adds the LimitRange to a refusal: the server names the rule, but not the object that it comes from. */
async function byLimitRange(
  { cluster }: SizingWorld,
  { pod }: ResizeStep,
  error: Failure,
  limits: Limits,
): Promise<Failure> {
  const { namespace } = pod.metadata
  const ranges = await cluster.objects
    .list({ apiVersion: 'v1', kind: 'LimitRange', namespace }, limits)
    .catch((cause: unknown) => {
      if (cause instanceof Failure) return []
      throw cause
    })
  const harm = ranges.map(harmOfLimitRange).find((found) => found !== undefined)
  if (harm === undefined) return error
  const fact: ResizeFlowFact = LimitRangeRefusesResize({ subject: subjectOf(pod), because: harm })
  return new Failure('refused', fact, { cause: error })
}
