import type { Pod } from '../../api/pod.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { ResizeStep } from '../../sizing/plan.ts'
import { requestsOf } from '../../sizing/requests.ts'
import { afterLostAnswer, lookAt } from './lost-answer.ts'
import type { SizingWorld } from './settle.ts'

/** After these nobody knows whether the request arrived. */
const unknown: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']

/** Send a resize. If the answer is lost, it finds out, so that no claim stays behind that nobody knows of. */
export async function sendResize(world: SizingWorld, step: ResizeStep, limits: Limits): Promise<Pod> {
  try {
    return await world.cluster.balloons.resize(step, 'none', limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') throw await lostTo(world, step, error)
    throw unknown.includes(error.code) ? await afterLostAnswer(world, step, error) : error
  }
}

/** The loser of two writers is told what the other asked for. */
export async function lostTo(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const { name } = step.pod.metadata
  const found = await lookAt(world, name).then(
    (pod) => ({ requests: pod && requestsOf(pod) }),
    () => undefined,
  )
  if (found === undefined) return error
  const { requests } = found
  const is = requests === undefined ? 'is gone' : `now asks for cpu ${requests.cpu} and memory ${requests.memory}`
  return new Failure(
    'conflict',
    `somebody else changed pod ${name} meanwhile: it asked for cpu ${step.from.cpu} and memory ${step.from.memory}, and ${is}`,
    { cause: error, suggestions: ['look with nodesize get, then decide again'] },
  )
}
