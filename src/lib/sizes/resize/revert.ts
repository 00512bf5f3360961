import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import { equal } from '../../pods/amounts.ts'
import { type Requests, requestsOf } from '../../pods/requests.ts'
import type { Limits } from '../../ports/limits.ts'
import { isUnanswered, settle } from '../../ports/outcomes.ts'
import { type Resize, resizeFor, resizePatch } from '../plan/patch.ts'
import type { ResizeStep } from '../plan/plan.ts'
import { renormalize } from '../plan/renormalize.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { awaitAnswer } from './await-answer.ts'
import { type Execution, ResizeTime } from './execution.ts'
import {
  type AfterLostAnswer,
  ResizeAnswerLost,
  RevertFailed,
  RevertOvertaken,
  RevertUnknown,
  type Undo,
} from './resize-messages.ts'

/** Milliseconds for a whole revert, a part of the time in which everything is undone (ResizeTime). */
const revertTimeoutMs = 15_000
/** The part of it for the last read, which finds out whether a revert without an answer was carried out. */
const lastReadTimeoutMs = 3_000
/** Milliseconds for one try: admission webhooks may take 10 s. */
const tryTimeoutMs = 10_000
/**
 * Milliseconds to wait for the kubelet's confirmation. The scheduler uses the freed capacity at once, confirmed or not.
 */
const confirmationTimeoutMs = 2_000
/** Without an answer, it is sent once more. */
const maxTries = 2

export interface Claim {
  /** The balloon in the server's answer to the resize: it requests the new size, in the same notation. */
  readonly pod: Pod
  /** What the kubelet had granted before. The balloon still holds that, so the kubelet cannot refuse it. */
  readonly backTo: Requests
}

/**
 * Reverts a resize, if the balloon still requests its values. Rejects with a Failure when the resize remains or may
 * remain; its `undo` reverts it. Outside of an execution, it has a time of its own.
 */
export async function revert(
  { cluster, clock, time = new ResizeTime(clock) }: SizingWorld & Partial<Pick<Execution, 'time'>>,
  { pod, backTo }: Claim,
): Promise<void> {
  const world = { cluster, clock, time }
  const from = requestsOf(pod) ?? backTo
  const until = clock.monotonic() + time.back(revertTimeoutMs).timeoutMs
  const { uid, generation = 0, name } = (await send(world, { pod, from, to: backTo, until })).metadata
  const expectation = { uid, generation, wanted: backTo.amounts, from: from.amounts }
  const timeoutMs = Math.max(0, Math.min(confirmationTimeoutMs, until - clock.monotonic()))
  await awaitAnswer(world, { pod: name, expectation, timeoutMs }, limitsOf(world, until))
}

/** From the requested values to the granted ones. */
interface Reversal {
  readonly pod: Pod
  readonly from: Requests
  readonly to: Requests
  /** Monotonic time at which the last request must have ended. */
  readonly until: number
}

const limitsOf = ({ clock }: SizingWorld, until: number, longestMs = Number.POSITIVE_INFINITY): Limits => ({
  signal: new AbortController().signal,
  timeoutMs: Math.max(0, Math.min(longestMs, until - clock.monotonic())),
})

async function send(world: SizingWorld, reversal: Reversal): Promise<Pod> {
  const until = reversal.until - lastReadTimeoutMs
  for (let tries = 1; ; tries++) {
    const sending = world.cluster.balloons.resize(resizeFor(reversal), 'none', limitsOf(world, until, tryTimeoutMs))
    const { value, failure } = await settle(sending)
    if (failure === undefined) return value
    if (failure.code === 'conflict' || (isUnanswered(failure) && tries === maxTries))
      return arrived(world, reversal, failure)
    if (!isUnanswered(failure)) throw failed(RevertFailed, reversal, failure)
  }
}

/** Only the answer may be lost: then the balloon already has the values. */
async function arrived(world: SizingWorld, reversal: Reversal, failure: Failure): Promise<Pod> {
  const { pod, from, to, until } = reversal
  const { value: seen, failure: unread } = await settle(
    world.cluster.balloons.read(pod.metadata.name, limitsOf(world, until)),
  )
  if (unread !== undefined) throw failed(RevertUnknown, reversal, failure)
  const requests = seen && requestsOf(seen)
  const isSame = seen?.metadata.uid === pod.metadata.uid && requests !== undefined
  if (isSame && equal(requests.amounts, to.amounts)) return seen
  if (isSame && equal(requests.amounts, from.amounts)) throw failed(RevertFailed, reversal, failure)
  throw new Failure('conflict', RevertOvertaken({ subject: subjectOfRevert(pod) }), { cause: failure })
}

const failed = (message: typeof RevertFailed | typeof RevertUnknown, reversal: Reversal, cause: Failure): Failure =>
  new Failure(
    isUnanswered(cause) ? 'timeout' : cause.code,
    message({ subject: subjectOfRevert(reversal.pod), because: cause.fact, undo: undoOf(resizeFor(reversal)) }),
    { cause },
  )

/** Milliseconds for each request that finds out what became of a resize. */
const requestTimeoutMs = 2_000
/** The resize can arrive once between a read and the next step. */
const maxReads = 3

export const readBalloon = ({ cluster, time }: Execution, pod: string): Promise<Pod | undefined> =>
  cluster.balloons.read(pod, time.back(requestTimeoutMs))

/** After a resize without an answer: finds out whether it was done, and prevents it from being done later. */
export async function afterLostAnswer(execution: Execution, step: ResizeStep, failure: Failure): Promise<Failure> {
  const outcome = await outcomeOf(execution, step)
  const { pod, to, backTo } = step
  const undo = undoOf(resizeFor({ pod, from: to, to: backTo }))
  const fact = ResizeAnswerLost({ subject: subjectOfRevert(pod), because: failure.fact, outcome, undo })
  return new Failure(codeAfter(failure, outcome), fact, { cause: failure })
}

/** `timeout` when the resize may remain; `unreachable` when it is known that it does not. */
function codeAfter({ code }: Failure, outcome: AfterLostAnswer): FailureCode {
  if (code === 'interrupted') return code
  return outcome === 'BalloonGone' || outcome === 'NotArrived' || outcome === 'Reverted' ? 'unreachable' : 'timeout'
}

async function outcomeOf(execution: Execution, step: ResizeStep): Promise<AfterLostAnswer> {
  for (let reads = 0; reads < maxReads; reads++) {
    const { value: pod, failure } = await settle(readBalloon(execution, step.pod.metadata.name))
    if (failure !== undefined) return 'Unknown'
    const outcome = await investigate(execution, step, pod)
    if (outcome !== undefined) return outcome
  }
  return 'MayArrive'
}

/** undefined: read again. */
async function investigate(
  execution: Execution,
  step: ResizeStep,
  pod: Pod | undefined,
): Promise<AfterLostAnswer | undefined> {
  const requests = pod && requestsOf(pod)
  if (pod?.metadata.uid !== step.pod.metadata.uid || requests === undefined) return 'BalloonGone'
  if (equal(requests.amounts, step.to.amounts)) {
    if (step.direction === 'grow-node') return 'Stands'
    await revert(execution, { pod, backTo: step.backTo })
    return 'Reverted'
  }
  const { text } = step.from
  const isStale = requests.text.cpu !== text.cpu || requests.text.memory !== text.memory
  return isStale || (await blockLatePatch(execution, pod)) ? 'NotArrived' : undefined
}

/** Writes the balloon's requests in another notation, so that a late patch no longer applies. False: read again. */
async function blockLatePatch({ cluster, time }: Execution, pod: Pod): Promise<boolean> {
  const from = requestsOf(pod)
  const to = from && renormalize(from)
  if (from === undefined || to === undefined) return false
  const { failure } = await settle(
    cluster.balloons.resize(resizeFor({ pod, from, to }), 'none', time.back(requestTimeoutMs)),
  )
  return failure === undefined
}

export const subjectOfRevert = ({ spec }: Pod) => nodeSubject(spec.nodeName ?? '')

const undoOf = (resize: Resize): Undo => ({
  pod: resize.pod.metadata.name,
  namespace: resize.pod.metadata.namespace,
  patch: resizePatch(resize),
})
