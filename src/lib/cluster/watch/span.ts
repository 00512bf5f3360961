import type { Limits } from '../../ports/limits.ts'
import { tooLate, type WaitOptions } from '../http/request-deadline.ts'

/** The time limits of a stream. */
interface Span extends Disposable {
  /** Aborts with the caller's signal, when the cluster is closed, when the time is up, and on dispose. */
  readonly signal: AbortSignal
  /** Handles an error within the span: returns when it is only the end of the span, otherwise throws. */
  endOrThrow(error: unknown): void
}

/**
 * Ends without an error with the caller's signal or the cluster, and with Failure 'timeout' after timeoutMs, if it is
 * set.
 */
export function spanOf({ signal, timeoutMs }: Limits, { clock, server, closed }: WaitOptions): Span {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const late = () => controller.abort(tooLate(server, 'timeout'))
  const cancel = timeoutMs === undefined ? undefined : clock.after(timeoutMs, late)
  const stops = [signal, closed]
  for (const one of stops) one.addEventListener('abort', stop, { once: true })
  if (stops.some((one) => one.aborted)) stop()
  return {
    signal: controller.signal,
    endOrThrow(error) {
      if (stops.some((one) => one.aborted)) return
      throw controller.signal.aborted ? controller.signal.reason : error
    },
    [Symbol.dispose]() {
      cancel?.()
      for (const one of stops) one.removeEventListener('abort', stop)
      controller.abort()
    },
  }
}
