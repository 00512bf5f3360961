import { Failure, type FailureCode } from '../errors.ts'
import type { Limits } from '../ports.ts'
import { amountsOf, equal } from '../sizing/amounts.ts'
import type { Pod } from '../sizing/objects.ts'
import type { ResizeStep } from '../sizing/plan.ts'
import { requestsOf } from '../sizing/requests.ts'
import type { SizingWorld } from './settle.ts'
import { takeBack } from './take-back.ts'

/** After these nobody knows whether the request arrived. */
const unknown: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']
/** Milliseconds to find that out, whatever else has run out. */
const patience = 2_000

/** Send a resize. It never leaves a claim behind that nobody knows of: if the answer is lost, it looks, and says what it saw. */
export async function sendResize(world: SizingWorld, step: ResizeStep, limits: Limits): Promise<Pod> {
  try {
    return await world.cluster.balloons.resize(step, 'none', limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') throw await lostTo(world, step, error)
    throw unknown.includes(error.code) ? await afterLostAnswer(world, step, error) : error
  }
}

async function lostTo(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const { name } = step.pod.metadata
  const now = await look(world, name)
  const requests = now && requestsOf(now)
  const is = requests === undefined ? 'is gone' : `now asks for cpu ${requests.cpu} and memory ${requests.memory}`
  return new Failure(
    'conflict',
    `somebody else changed pod ${name} meanwhile: it asked for cpu ${step.from.cpu} and memory ${step.from.memory}, and ${is}`,
    { cause: error, suggestions: ['look with nodesize get, then decide again'] },
  )
}

async function afterLostAnswer(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const { name } = step.pod.metadata
  const tell = (outcome: string): Failure =>
    new Failure(error.code, `${error.message}: ${outcome}`, { cause: error, suggestions: error.suggestions })
  try {
    const pod = await look(world, name)
    const requests = pod && requestsOf(pod)
    if (pod === undefined || requests === undefined || !equal(amountsOf(requests), amountsOf(step.to)))
      return tell('the resize has not arrived')
    if (step.direction === 'grow-node') return tell('the resize has arrived and stands, not confirmed')
    await takeBack(world, { pod, backTo: step.backTo })
    return tell('the resize had arrived, and was taken back')
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    return new Failure(error.code, `${error.message}: it is not known whether the resize of pod ${name} has arrived`, {
      cause: error,
      suggestions: [`look with nodesize get ${step.pod.spec.nodeName}`, ...cause.suggestions],
    })
  }
}

const look = ({ cluster }: SizingWorld, name: string): Promise<Pod | undefined> =>
  cluster.balloons.read(name, { signal: new AbortController().signal, timeoutMs: patience })
