import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { ServerFact } from '../../ports/server-fact.ts'

export interface RequestDeadline {
  /** Aborts with the Failure to reject with, 'interrupted' or what its being late means. */
  readonly signal: AbortSignal
  /** Milliseconds. */
  left(): number
}

/** Whom we wait for, by which clock, and how long when the limits do not say. */
export interface Patience {
  readonly clock: Clock
  readonly server: string
  /** Aborts when the connection to the cluster is closed; whatever waits is then interrupted. */
  readonly closed: AbortSignal
  readonly requestTimeoutMs: number
}

/** A deadline that has passed: what was asked may have been done all the same, or there is just no answer. */
export type Late = 'timeout' | 'unreachable'

/**
 * Does some work that heeds a signal. When the time is up or the caller gives up, the signal aborts, and what the work
 * rejects with then is replaced by Failure `late` or 'interrupted', unless it is a Failure that knows better.
 */
export async function withDeadline<T>(
  limits: Limits,
  { clock, server, closed, requestTimeoutMs, late }: Patience & { readonly late: Late },
  work: (deadline: RequestDeadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const interrupt = () => controller.abort(interrupted())
  const ms = limits.timeoutMs ?? requestTimeoutMs
  const end = clock.monotonic() + ms
  const cancel = clock.after(ms, () => controller.abort(tooLate(server, late)))
  const stops = [limits.signal, closed]
  for (const stop of stops) stop.addEventListener('abort', interrupt, { once: true })
  try {
    if (stops.some((stop) => stop.aborted)) interrupt()
    controller.signal.throwIfAborted()
    return await work({ signal: controller.signal, left: () => end - clock.monotonic() })
  } catch (error) {
    throw controller.signal.aborted && !(error instanceof Failure) ? controller.signal.reason : error
  } finally {
    cancel()
    for (const stop of stops) stop.removeEventListener('abort', interrupt)
  }
}

/** Limits for several calls that take so long together: what is left shrinks as time goes by. */
export function sharedLimits(clock: Clock, signal: AbortSignal, timeoutMs: number): Limits {
  const end = clock.monotonic() + timeoutMs
  return {
    signal,
    get timeoutMs() {
      return Math.max(0, end - clock.monotonic())
    },
  }
}

export const tooLate = (server: string, late: Late): Failure =>
  new Failure<ServerFact>(late, { reason: 'RequestTimedOut', subject: { kind: 'Server', name: server } })

const interrupted = (): Failure => new Failure<ServerFact>('interrupted', { reason: 'Interrupted' })
