import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import {
  KubeletNotLooked,
  ResizeDeferred,
  ResizeInfeasible,
  type StateFact,
  type WaitingFact,
} from '../model/size-messages.ts'
import { type Expectation, judge, type ResizeVerdict } from '../model/verdict.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import type { ResizeTime } from './execution.ts'

/** What waits for a kubelet, within the time of a resize. */
interface Waiting extends SizingWorld {
  readonly time: ResizeTime
}

/** What became of a resize at the end of the wait. */
export type KubeletAnswer =
  | Exclude<ResizeVerdict, { kind: 'waiting' | 'applying' }>
  | { readonly kind: 'silent'; readonly why: WaitingFact }
  | { readonly kind: 'interrupted' }
  /** The wait itself failed; the outcome of the resize is unknown. */
  | { readonly kind: 'broken'; readonly failure: Failure }

/** A watch of one balloon, which disposal ends. */
export interface Lookout extends Disposable {
  /** Resolves when no later change is missed: the balloon has been read, or was listed before. Rejects as a read does. */
  readonly open: Promise<unknown>
  /** Requests the next change now, so that it can arrive while another request runs. */
  listen(): void
  /**
   * Waits for the kubelet's answer to one resize, at most timeoutMs. With `onDeferred`, which is called each time, a
   * deferral is no answer until the time is up. Never rejects with a Failure.
   */
  answer(expectation: Expectation, timeoutMs: number, onDeferred?: () => void): Promise<KubeletAnswer>
}

/** `since`: the resourceVersion of a list of balloons. */
export function lookOut(
  world: Waiting,
  { pod, since }: { pod: string; since?: string | undefined },
  { signal, leftMs }: Limits,
): Lookout {
  const { cluster, clock } = world
  const closed = new AbortController()
  const own = { signal: AbortSignal.any([signal, closed.signal]), leftMs }
  const states = cluster.balloons.watch(pod, own, since)
  const iterator = states[Symbol.asyncIterator]()
  const read = since === undefined ? iterator.next() : undefined
  read?.catch(() => undefined)
  let following = read
  const listen = (): void => {
    following = read === undefined ? iterator.next() : read.then(() => iterator.next())
    following.catch(() => undefined)
  }

  const answer: Lookout['answer'] = async (expectation, timeoutMs, onDeferred) => {
    const limit = deadline(clock, timeoutMs, signal)
    limit.signal.addEventListener('abort', () => closed.abort(), { once: true })
    let why: WaitingFact = KubeletNotLooked()
    try {
      for (let next = await (following ?? iterator.next()); next.done !== true; next = await iterator.next()) {
        const verdict = judge(next.value, expectation)
        if (isOpen(verdict)) why = verdict.why
        else if (verdict.kind === 'deferred' && onDeferred !== undefined) onDeferred()
        else return verdict
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code !== 'interrupted') return { kind: 'broken', failure: error }
    } finally {
      limit.cancel()
    }
    return limit.passed() ? readOnceMore(world, { pod, expectation, why }) : { kind: 'interrupted' }
  }

  const close = (): void => {
    closed.abort()
    iterator.return?.().catch(() => undefined)
  }
  return { open: read ?? Promise.resolve(), listen, answer, [Symbol.dispose]: close }
}

/** Milliseconds for a last read at the end of the wait: the watch may be dead, not the kubelet. */
const lastReadTimeoutMs = 2_000

async function readOnceMore(
  world: Waiting,
  { pod, expectation, why }: { pod: string; expectation: Expectation; why: WaitingFact },
): Promise<KubeletAnswer> {
  const seen = await world.cluster.balloons.read(pod, world.time.back(lastReadTimeoutMs)).then(
    (found) => judge(found, expectation),
    () => undefined,
  )
  return seen === undefined || isOpen(seen) ? { kind: 'silent', why: seen?.why ?? why } : seen
}

const isOpen = (verdict: ResizeVerdict): verdict is Extract<ResizeVerdict, { kind: 'waiting' | 'applying' }> =>
  verdict.kind === 'waiting' || verdict.kind === 'applying'

/** The same for a resize that was requested before. */
export async function awaitAnswer(
  world: Waiting,
  { pod, expectation, timeoutMs }: { pod: string; expectation: Expectation; timeoutMs: number },
  limits: Limits,
): Promise<KubeletAnswer> {
  using lookout = lookOut(world, { pod }, limits)
  return await lookout.answer(expectation, timeoutMs)
}

export const whyNotGranted = (
  { kind, kubeletMessage }: Extract<KubeletAnswer, { kubeletMessage: string }>,
  subject: Subject,
): StateFact => (kind === 'deferred' ? ResizeDeferred : ResizeInfeasible)({ subject, kubeletMessage })
