import type { Pod } from '../../api/pod.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import { requestsOf } from '../../pods/requests.ts'
import type { Limits } from '../../ports/limits.ts'
import { type ResizeStep, sizeBeside } from '../plan/plan.ts'
import { resizeFor } from '../plan/resize.ts'
import { afterLostAnswer, readBalloon } from './lost-answer.ts'
import { ResizedMeanwhile, type ResizeFlowFact } from './resize-messages.ts'
import { subjectOf } from './revert.ts'
import type { SizingWorld } from './settle.ts'

/** After these failures it is unknown whether the request arrived. */
const withoutAnswer: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']

/**
 * Sends a resize. Without an answer, finds out whether it was done, so that no unreported resize remains. `onFailure` is
 * called first.
 */
export async function sendResize(
  world: SizingWorld,
  { step, onFailure }: { readonly step: ResizeStep; readonly onFailure: (() => void) | undefined },
  limits: Limits,
): Promise<Pod> {
  try {
    return await world.cluster.balloons.resize(resizeFor(step), 'none', limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    onFailure?.()
    if (error.code === 'conflict') throw await resizeConflict(world, step, error)
    throw withoutAnswer.includes(error.code) ? await afterLostAnswer(world, step, error) : error
  }
}

/** A conflict with the size that another client gave the node. */
export async function resizeConflict(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const found = await readBalloon(world, step.pod.metadata.name).then(
    (pod) => ({ requests: pod && requestsOf(pod) }),
    () => undefined,
  )
  if (found === undefined) return error
  const { before } = step
  const now = found.requests && sizeBeside(found.requests.amounts, step)
  const fact: ResizeFlowFact = ResizedMeanwhile({ subject: subjectOf(step.pod), before, now })
  return new Failure('conflict', fact, { cause: error })
}
