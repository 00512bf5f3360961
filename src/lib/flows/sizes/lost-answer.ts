import type { Pod } from '../../api/pod.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { equal } from '../../sizing/amounts.ts'
import type { ResizeStep } from '../../sizing/plan.ts'
import { requestsOf } from '../../sizing/requests.ts'
import { resizeFor } from '../../sizing/resize.ts'
import { respell } from '../../sizing/respell.ts'
import type { AfterLostAnswer, ResizeFlowFact } from './resize-fact.ts'
import { revert, subjectOf, undoOf } from './revert.ts'
import type { SizingWorld } from './settle.ts'

/** Milliseconds for each step, whatever else has run out; Ctrl-C does not shorten them. */
const patience = 2_000
const limits = (): Limits => ({ signal: new AbortController().signal, timeoutMs: patience })
/** The resize can arrive between a look and the next step, once. */
const mostLooks = 3

export const lookAt = ({ cluster }: SizingWorld, pod: string): Promise<Pod | undefined> =>
  cluster.balloons.read(pod, limits())

/** Nobody has answered to a resize: find out what became of it, and see to it that nothing becomes of it later. */
export async function afterLostAnswer(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const outcome = await outcomeOf(world, step)
  const { pod, to, backTo } = step
  const undo = undoOf(resizeFor({ pod, from: to, to: backTo }))
  const fact: ResizeFlowFact = {
    ...{ reason: 'ResizeAnswerLost', subject: subjectOf(pod), because: error.fact },
    ...{ outcome, undo },
  }
  return new Failure(codeAfter(error, outcome), fact, { cause: error })
}

/** `timeout` is for what may stand; what is known to have come to nothing was just not answered. */
function codeAfter({ code }: Failure, outcome: AfterLostAnswer): FailureCode {
  if (code === 'interrupted') return code
  return outcome === 'BalloonGone' || outcome === 'NotArrived' || outcome === 'Reverted' ? 'unreachable' : 'timeout'
}

async function outcomeOf(world: SizingWorld, step: ResizeStep): Promise<AfterLostAnswer> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const found = await lookAt(world, step.pod.metadata.name).then((pod) => ({ pod }), unlessBug)
    if (found === undefined) return 'Unknown'
    const outcome = await investigate(world, step, found.pod)
    if (outcome !== undefined) return outcome
  }
  return 'MayArrive'
}

function unlessBug(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error
}

/** undefined: look again. */
async function investigate(
  world: SizingWorld,
  step: ResizeStep,
  pod: Pod | undefined,
): Promise<AfterLostAnswer | undefined> {
  const requests = pod && requestsOf(pod)
  if (pod?.metadata.uid !== step.pod.metadata.uid || requests === undefined) return 'BalloonGone'
  if (equal(requests.amounts, step.to.amounts)) return arrived(world, step, pod)
  const { text } = step.from
  const isStale = requests.text.cpu !== text.cpu || requests.text.memory !== text.memory
  return isStale || (await fence(world, pod)) ? 'NotArrived' : undefined
}

async function arrived(world: SizingWorld, step: ResizeStep, pod: Pod): Promise<AfterLostAnswer> {
  if (step.direction === 'grow-node') return 'Stands'
  await revert(world, { pod, backTo: step.backTo })
  return 'Reverted'
}

/** Writes the balloon's requests in other words, so that the patch that is on its way no longer applies. False: look again. */
async function fence({ cluster }: SizingWorld, pod: Pod): Promise<boolean> {
  const from = requestsOf(pod)
  const to = from && respell(from)
  if (from === undefined || to === undefined) return false
  return cluster.balloons.resize(resizeFor({ pod, from, to }), 'none', limits()).then(
    () => true,
    (error: unknown) => unlessBug(error) ?? false,
  )
}
