import type { Pod } from '../../api/pod.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { amountsOf, equal } from '../../sizing/amounts.ts'
import type { ResizeStep } from '../../sizing/plan.ts'
import { requestsOf } from '../../sizing/requests.ts'
import { respell } from '../../sizing/respell.ts'
import type { SizingWorld } from './settle.ts'
import { takeBack, undoCommand } from './take-back.ts'

/** Milliseconds for each step, whatever else has run out; Ctrl-C does not shorten them. */
const patience = 2_000
const limits = (): Limits => ({ signal: new AbortController().signal, timeoutMs: patience })
/** The resize can arrive between a look and the next step, once. */
const mostLooks = 3

export const lookAt = ({ cluster }: SizingWorld, pod: string): Promise<Pod | undefined> =>
  cluster.balloons.read(pod, limits())

/**
 * Nobody has answered to a resize: find out what became of it, and see to it that nothing becomes of it later. What it
 * found is the message of the Failure.
 */
export async function afterLostAnswer(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const tell = (outcome: string, hints: readonly string[] = error.suggestions): Failure =>
    new Failure(error.code, `${error.message}: ${outcome}`, { cause: error, suggestions: hints })
  for (let looks = 0; looks < mostLooks; looks++) {
    const pod = await lookAt(world, step.pod.metadata.name).catch(unlessBug)
    if (pod instanceof Failure) return tell('it is not known whether the resize has arrived', adviceOn(step))
    const outcome = await investigate(world, step, pod)
    if (outcome !== undefined) return tell(outcome)
  }
  return tell('the resize had not arrived when looked for, and may yet', adviceOn(step))
}

function unlessBug(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

const adviceOn = ({ pod, to, backTo }: ResizeStep): string[] => [
  `look with nodesize get ${pod.spec.nodeName}`,
  `if it has arrived, this takes it back: ${undoCommand({ pod, from: to, to: backTo })}`,
]

/** undefined: look again. */
async function investigate(world: SizingWorld, step: ResizeStep, pod: Pod | undefined): Promise<string | undefined> {
  const requests = pod && requestsOf(pod)
  if (pod?.metadata.uid !== step.pod.metadata.uid || requests === undefined)
    return 'the balloon is gone, and the resize with it'
  if (equal(amountsOf(requests), amountsOf(step.to))) return arrived(world, step, pod)
  const stale = requests.cpu !== step.from.cpu || requests.memory !== step.from.memory
  return stale || (await fence(world, pod)) ? 'the resize has not arrived, and no longer can' : undefined
}

async function arrived(world: SizingWorld, step: ResizeStep, pod: Pod): Promise<string> {
  if (step.direction === 'grow-node') return 'the resize has arrived and stands, not confirmed'
  await takeBack(world, { pod, backTo: step.backTo })
  return 'the resize had arrived, and was taken back'
}

/** Writes the balloon's requests in other words, so that the patch that is on its way no longer applies. False: look again. */
async function fence({ cluster }: SizingWorld, pod: Pod): Promise<boolean> {
  const from = requestsOf(pod)
  const to = from && respell(from)
  if (from === undefined || to === undefined) return false
  try {
    await cluster.balloons.resize({ pod, from, to }, 'none', limits())
    return true
  } catch (error) {
    unlessBug(error)
    return false
  }
}
