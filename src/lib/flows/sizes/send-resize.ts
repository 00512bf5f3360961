import type { Pod } from '../../api/pod.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { add, subtract } from '../../sizing/amounts.ts'
import type { ResizeStep } from '../../sizing/plan.ts'
import { requestsOf } from '../../sizing/requests.ts'
import { resizeFor } from '../../sizing/resize.ts'
import { afterLostAnswer, lookAt } from './lost-answer.ts'
import type { ResizeFlowFact } from './resize-fact.ts'
import { subjectOf } from './revert.ts'
import type { SizingWorld } from './settle.ts'

/** After these nobody knows whether the request arrived. */
const unknown: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']

/** Send a resize. If the answer is lost, it finds out, so that no claim stays behind that nobody knows of. */
export async function sendResize(world: SizingWorld, step: ResizeStep, limits: Limits): Promise<Pod> {
  try {
    return await world.cluster.balloons.resize(resizeFor(step), 'none', limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') throw await lostTo(world, step, error)
    throw unknown.includes(error.code) ? await afterLostAnswer(world, step, error) : error
  }
}

/** The loser of two writers is told what size the other gave the node. */
export async function lostTo(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const found = await lookAt(world, step.pod.metadata.name).then(
    (pod) => ({ requests: pod && requestsOf(pod) }),
    () => undefined,
  )
  if (found === undefined) return error
  const { before, from } = step
  const allocatable = add(before, from.amounts)
  const now = found.requests && subtract(allocatable, found.requests.amounts)
  const fact: ResizeFlowFact = { reason: 'ResizedMeanwhile', subject: subjectOf(step.pod), before, now }
  return new Failure('conflict', fact, { cause: error })
}
