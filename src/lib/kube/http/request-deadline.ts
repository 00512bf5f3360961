import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'

export interface RequestDeadline {
  /** Aborts with the Failure to reject with, 'interrupted' or what its being late means. */
  readonly signal: AbortSignal
  /** Milliseconds. */
  left(): number
}

/** Whom we wait for, and how long when the limits do not say. */
export interface Patience {
  readonly server: string
  readonly requestTimeoutMs: number
}

/** A deadline that has passed: what was asked may have been done all the same, or there is just no answer. */
export type Late = 'timeout' | 'unreachable'

/** setTimeout fires at once for anything longer. */
export const longestTimerMs = 2 ** 31 - 1

/**
 * Does some work that heeds a signal. When the time is up or the caller gives up, the signal aborts, and what the work
 * rejects with then is replaced by Failure `late` or 'interrupted', unless it is a Failure that knows better.
 */
export async function withDeadline<T>(
  limits: Limits,
  { server, requestTimeoutMs, late }: Patience & { readonly late: Late },
  work: (deadline: RequestDeadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new Failure('interrupted', 'interrupted'))
  const ms = Math.min(limits.timeoutMs ?? requestTimeoutMs, longestTimerMs)
  const end = performance.now() + ms
  const timer = setTimeout(() => controller.abort(tooLate(server, late)), ms)
  limits.signal.addEventListener('abort', interrupt, { once: true })
  try {
    if (limits.signal.aborted) interrupt()
    controller.signal.throwIfAborted()
    return await work({ signal: controller.signal, left: () => end - performance.now() })
  } catch (error) {
    throw controller.signal.aborted && !(error instanceof Failure) ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', interrupt)
  }
}

/** Limits for several calls that take so long together: what is left shrinks as time goes by. */
export function sharedLimits(signal: AbortSignal, timeoutMs: number): Limits {
  const end = performance.now() + timeoutMs
  return {
    signal,
    get timeoutMs() {
      return Math.max(0, end - performance.now())
    },
  }
}

export const tooLate = (server: string, late: Late): Failure =>
  new Failure(late, `${server} did not answer in time`, {
    suggestions: ['allow more time with --request-timeout', 'is it healthy? kubectl get --raw /readyz?verbose'],
  })
