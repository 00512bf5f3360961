import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import {
  KubeletNotLooked,
  ResizeDeferred,
  ResizeInfeasible,
  type StateFact,
  type WaitingFact,
} from '../model/size-messages.ts'
import { type Expectation, judge, type Verdict } from '../model/verdict.ts'
import type { Cluster } from '../ports/cluster.ts'
import { deadline, type ResizeTime, timeOf } from './deadline.ts'

export interface SizingWorld {
  readonly cluster: Cluster
  readonly clock: Clock
  /** Of the resize of one node: all its requests share it. */
  readonly time?: ResizeTime
}

/** The outcome of a resize at the end of the wait. */
export type Settled =
  | Exclude<Verdict, { kind: 'waiting' }>
  | { readonly kind: 'silent'; readonly why: WaitingFact }
  | { readonly kind: 'interrupted' }
  /** The wait itself failed; the outcome of the resize is unknown. */
  | { readonly kind: 'broken'; readonly failure: Failure }

/** A watch of one balloon. Must be closed. */
export interface Lookout {
  /** Resolves when no later change is missed: the balloon has been read, or was listed before. Rejects as a read does. */
  readonly open: Promise<unknown>
  /** Requests the next change now, so that it can arrive while another request runs. */
  listen(): void
  /**
   * Waits for the kubelet's answer to one resize, at most timeoutMs. With `onDeferred`, which is called each time, a
   * deferral is no answer until the time is up. Never rejects with a Failure.
   */
  settle(expectation: Expectation, timeoutMs: number, onDeferred?: () => void): Promise<Settled>
  close(): void
}

/** `since`: the resourceVersion of a list of balloons. */
export function lookOut(
  world: SizingWorld,
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

  const settle: Lookout['settle'] = async (expectation, timeoutMs, onDeferred) => {
    const limit = deadline(clock, timeoutMs, signal)
    limit.signal.addEventListener('abort', () => closed.abort(), { once: true })
    let why: WaitingFact = KubeletNotLooked()
    try {
      for (let next = await (following ?? iterator.next()); next.done !== true; next = await iterator.next()) {
        const verdict = judge(next.value, expectation)
        if (verdict.kind === 'deferred' && onDeferred !== undefined) onDeferred()
        else if (verdict.kind !== 'waiting') return verdict
        if (verdict.kind === 'waiting') why = verdict.why
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
  return { open: read ?? Promise.resolve(), listen, settle, close }
}

/** Milliseconds for a last read at the end of the wait: the watch may be dead, not the kubelet. */
const lastReadTimeoutMs = 2_000

async function readOnceMore(
  world: SizingWorld,
  { pod, expectation, why }: { pod: string; expectation: Expectation; why: WaitingFact },
): Promise<Settled> {
  const seen = await world.cluster.balloons.read(pod, timeOf(world).back(lastReadTimeoutMs)).then(
    (found) => judge(found, expectation),
    () => undefined,
  )
  return seen === undefined || seen.kind === 'waiting' ? { kind: 'silent', why: seen?.why ?? why } : seen
}

/** The same for a resize that was requested before. */
export async function settle(
  world: SizingWorld,
  { pod, expectation, timeoutMs }: { pod: string; expectation: Expectation; timeoutMs: number },
  limits: Limits,
): Promise<Settled> {
  const lookout = lookOut(world, { pod }, limits)
  try {
    return await lookout.settle(expectation, timeoutMs)
  } finally {
    lookout.close()
  }
}

export const whyNotGranted = (
  { kind, kubeletMessage }: Extract<Settled, { kubeletMessage: string }>,
  subject: Subject,
): StateFact => (kind === 'deferred' ? ResizeDeferred : ResizeInfeasible)({ subject, kubeletMessage })
