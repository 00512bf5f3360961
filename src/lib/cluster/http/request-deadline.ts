import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { Interrupted, type Limits } from '../../ports/limits.ts'
import { RequestTimedOut } from '../ports/server-messages.ts'

export interface RequestDeadline {
  /** Aborts with the Failure to reject with: 'interrupted' or `late`. */
  readonly signal: AbortSignal
  /** Milliseconds. */
  left(): number
}

/** The server to wait for, the clock, and the default time limit. */
export interface WaitOptions {
  readonly clock: Clock
  readonly server: string
  /** Aborts when the connection to the cluster is closed; pending calls are then interrupted. */
  readonly closed: AbortSignal
  readonly requestTimeoutMs: number
}

/** The failure at a deadline: 'timeout' when a write may have been done, 'unreachable' when an answer is missing. */
export type Late = 'timeout' | 'unreachable'

/**
 * Runs work that obeys a signal. When the time is up or the caller aborts, the signal aborts, and the rejection of the
 * work is replaced by Failure `late` or 'interrupted', unless it is a more exact Failure.
 */
export async function withDeadline<T>(
  limits: Limits,
  { clock, server, closed, requestTimeoutMs, late }: WaitOptions & { readonly late: Late },
  work: (deadline: RequestDeadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const interrupt = () => controller.abort(interrupted())
  const ms = longestMs(limits, requestTimeoutMs)
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

/** Milliseconds that a call with these limits may take. */
export const longestMs = ({ timeoutMs, leftMs }: Limits, requestTimeoutMs: number): number =>
  Math.max(0, Math.min(timeoutMs ?? requestTimeoutMs, leftMs?.() ?? Number.POSITIVE_INFINITY))

/** Limits for several calls that share a timeout: each gets the time that is left. */
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
  new Failure(late, RequestTimedOut({ subject: { kind: 'Server', name: server } }))

const interrupted = (): Failure => new Failure('interrupted', Interrupted())
