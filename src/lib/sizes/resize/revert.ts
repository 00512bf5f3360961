import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { equal } from '../../pods/amounts.ts'
import { type Requests, requestsOf } from '../../pods/requests.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Resize, resizeFor, resizePatch } from '../plan/patch.ts'
import { timeOf } from './deadline.ts'
import { RevertFailed, RevertOvertaken, RevertUnknown, type Undo } from './resize-messages.ts'
import { type SizingWorld, settle } from './settle.ts'
import { isUnanswered } from './unanswered.ts'

/**
 * Milliseconds for a whole revert. Ctrl-C does not shorten them: a late end is better than a half-done resize.
 * It is a part of the time in which everything is undone (resize-time.ts).
 */
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
 * remain; its `undo` reverts it.
 */
export async function revert(world: SizingWorld, { pod, backTo }: Claim): Promise<void> {
  const from = requestsOf(pod) ?? backTo
  const time = timeOf(world)
  const until = world.clock.monotonic() + time.back(revertTimeoutMs).timeoutMs
  const { uid, generation = 0, name } = (await send(world, { pod, from, to: backTo, until })).metadata
  const expectation = { uid, generation, wanted: backTo.amounts, from: from.amounts }
  const timeoutMs = Math.max(0, Math.min(confirmationTimeoutMs, until - world.clock.monotonic()))
  await settle({ ...world, time }, { pod: name, expectation, timeoutMs }, limitsOf(world, until))
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
    try {
      return await world.cluster.balloons.resize(resizeFor(reversal), 'none', limitsOf(world, until, tryTimeoutMs))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'conflict') return arrived(world, reversal, error)
      if (!isUnanswered(error)) throw failed(RevertFailed, reversal, error)
      if (tries === maxTries) return arrived(world, reversal, error)
    }
  }
}

/** Only the answer may be lost: then the balloon already has the values. */
async function arrived(world: SizingWorld, reversal: Reversal, error: Failure): Promise<Pod> {
  const { pod, from, to, until } = reversal
  const seen = await world.cluster.balloons.read(pod.metadata.name, limitsOf(world, until)).catch((cause: unknown) => {
    if (!(cause instanceof Failure)) throw cause
    throw failed(RevertUnknown, reversal, error)
  })
  const requests = seen && requestsOf(seen)
  const isSame = seen?.metadata.uid === pod.metadata.uid && requests !== undefined
  if (isSame && equal(requests.amounts, to.amounts)) return seen
  if (isSame && equal(requests.amounts, from.amounts)) throw failed(RevertFailed, reversal, error)
  throw new Failure('conflict', RevertOvertaken({ subject: subjectOf(pod) }), { cause: error })
}

const failed = (message: typeof RevertFailed | typeof RevertUnknown, reversal: Reversal, cause: Failure): Failure =>
  new Failure(
    isUnanswered(cause) ? 'timeout' : cause.code,
    message({ subject: subjectOf(reversal.pod), because: cause.fact, undo: undoOf(resizeFor(reversal)) }),
    { cause },
  )

export const subjectOf = ({ spec }: Pod) => nodeSubject(spec.nodeName ?? '')

export const undoOf = (resize: Resize): Undo => ({
  pod: resize.pod.metadata.name,
  namespace: resize.pod.metadata.namespace,
  patch: resizePatch(resize),
})
