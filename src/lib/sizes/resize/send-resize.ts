import type { Pod } from '../../api/pod.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import { equal } from '../../pods/amounts.ts'
import { requestsOf } from '../../pods/requests.ts'
import type { Limits } from '../../ports/limits.ts'
import { resizeFor } from '../plan/patch.ts'
import { type ResizeStep, sizeBeside } from '../plan/plan.ts'
import { respell } from '../plan/respell.ts'
import { timeOf } from './deadline.ts'
import { type AfterLostAnswer, ResizeAnswerLost, ResizedMeanwhile, type ResizeFlowFact } from './resize-messages.ts'
import { revert, subjectOf, undoOf } from './revert.ts'
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

/** Milliseconds for each request. */
const requestTimeoutMs = 2_000
const limits = (world: SizingWorld): Limits => timeOf(world).back(requestTimeoutMs)
/** The resize can arrive once between a read and the next step. */
const maxReads = 3

const readBalloon = (world: SizingWorld, pod: string): Promise<Pod | undefined> =>
  world.cluster.balloons.read(pod, limits(world))

/** After a resize without an answer: finds out whether it was done, and prevents it from being done later. */
async function afterLostAnswer(world: SizingWorld, step: ResizeStep, error: Failure): Promise<Failure> {
  const outcome = await outcomeOf(world, step)
  const { pod, to, backTo } = step
  const undo = undoOf(resizeFor({ pod, from: to, to: backTo }))
  const fact = ResizeAnswerLost({ subject: subjectOf(pod), because: error.fact, outcome, undo })
  return new Failure(codeAfter(error, outcome), fact, { cause: error })
}

/** `timeout` when the resize may remain; `unreachable` when it is known that it does not. */
function codeAfter({ code }: Failure, outcome: AfterLostAnswer): FailureCode {
  if (code === 'interrupted') return code
  return outcome === 'BalloonGone' || outcome === 'NotArrived' || outcome === 'Reverted' ? 'unreachable' : 'timeout'
}

async function outcomeOf(world: SizingWorld, step: ResizeStep): Promise<AfterLostAnswer> {
  for (let reads = 0; reads < maxReads; reads++) {
    const found = await readBalloon(world, step.pod.metadata.name).then((pod) => ({ pod }), ignoreFailure)
    if (found === undefined) return 'Unknown'
    const outcome = await investigate(world, step, found.pod)
    if (outcome !== undefined) return outcome
  }
  return 'MayArrive'
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error
}

/** undefined: read again. */
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
  return isStale || (await blockLatePatch(world, pod)) ? 'NotArrived' : undefined
}

async function arrived(world: SizingWorld, step: ResizeStep, pod: Pod): Promise<AfterLostAnswer> {
  if (step.direction === 'grow-node') return 'Stands'
  await revert(world, { pod, backTo: step.backTo })
  return 'Reverted'
}

/** Writes the balloon's requests in another notation, so that a late patch no longer applies. False: read again. */
async function blockLatePatch(world: SizingWorld, pod: Pod): Promise<boolean> {
  const from = requestsOf(pod)
  const to = from && respell(from)
  if (from === undefined || to === undefined) return false
  return world.cluster.balloons.resize(resizeFor({ pod, from, to }), 'none', limits(world)).then(
    () => true,
    (error: unknown) => ignoreFailure(error) ?? false,
  )
}
