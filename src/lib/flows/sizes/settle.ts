import type { Pod } from '../../api/pod.ts'
import type { Subject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import type { StateFact, WaitingFact } from '../../sizing/size-fact.ts'
import { type Expectation, judge, type Verdict } from '../../sizing/verdict.ts'
import { deadline } from './deadline.ts'

export interface SizingWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** What is known of a resize when the waiting ends. */
export type Settled =
  | Exclude<Verdict, { kind: 'waiting' }>
  | { readonly kind: 'silent'; readonly why: WaitingFact }
  | { readonly kind: 'interrupted' }
  /** Waiting itself has failed; what became of the resize is not known. */
  | { readonly kind: 'broken'; readonly failure: Failure }

/** A watch of one balloon. To be closed, whatever happens. */
export interface Lookout {
  /** Settles when the balloon has been seen: nothing that happens later is missed. Rejects as a read does. */
  readonly open: Promise<unknown>
  /** Asks for what comes next now, so that the answer is under way while something else is done. */
  listen(): void
  /** Waits for the kubelet's verdict on one resize, so many milliseconds at most. Never rejects with a Failure. */
  settle(expectation: Expectation, timeoutMs: number): Promise<Settled>
  close(): void
}

export function lookOut({ cluster, clock }: SizingWorld, pod: string, { signal }: Limits): Lookout {
  const closed = new AbortController()
  const states = cluster.balloons.watch(pod, { signal: AbortSignal.any([signal, closed.signal]) })
  const iterator = states[Symbol.asyncIterator]()
  const open = iterator.next()
  open.catch(() => undefined)
  let following: Promise<IteratorResult<Pod | undefined>> = open
  const listen = (): void => {
    following = open.then(() => iterator.next())
    following.catch(() => undefined)
  }

  const settle = async (expectation: Expectation, timeoutMs: number): Promise<Settled> => {
    const limit = deadline(clock, timeoutMs, signal)
    limit.signal.addEventListener('abort', () => closed.abort(), { once: true })
    let why: WaitingFact = { reason: 'KubeletNotLooked' }
    try {
      for (let next = await following; next.done !== true; next = await iterator.next()) {
        const verdict = judge(next.value, expectation)
        if (verdict.kind !== 'waiting') return verdict
        why = verdict.why
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code !== 'interrupted') return { kind: 'broken', failure: error }
    } finally {
      limit.cancel()
    }
    return limit.passed() ? lastLook(cluster, { pod, expectation, why }) : { kind: 'interrupted' }
  }

  const close = (): void => {
    closed.abort()
    iterator.return?.().catch(() => undefined)
  }
  return { open, listen, settle, close }
}

/** Milliseconds. A watch can be as dead as a kubelet: before it is said to be silent, it is read once more. */
const patience = 2_000

async function lastLook(
  cluster: Cluster,
  { pod, expectation, why }: { pod: string; expectation: Expectation; why: WaitingFact },
): Promise<Settled> {
  const limits = { signal: new AbortController().signal, timeoutMs: patience }
  const seen = await cluster.balloons.read(pod, limits).then(
    (found) => judge(found, expectation),
    () => undefined,
  )
  return seen === undefined || seen.kind === 'waiting' ? { kind: 'silent', why: seen?.why ?? why } : seen
}

/** The same for a resize that was asked for before. */
export async function settle(
  world: SizingWorld,
  { pod, expectation, timeoutMs }: { pod: string; expectation: Expectation; timeoutMs: number },
  limits: Limits,
): Promise<Settled> {
  const lookout = lookOut(world, pod, limits)
  try {
    return await lookout.settle(expectation, timeoutMs)
  } finally {
    lookout.close()
  }
}

export const whyNotGranted = (
  { kind, kubeletMessage }: Extract<Settled, { kubeletMessage: string }>,
  subject: Subject,
): StateFact => ({ reason: kind === 'deferred' ? 'ResizeDeferred' : 'ResizeInfeasible', subject, kubeletMessage })
