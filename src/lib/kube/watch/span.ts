import type { Limits } from '../../ports/limits.ts'
import { type Patience, tooLate } from '../http/request-deadline.ts'

/** How long something that goes on and on may go on. */
interface Span extends Disposable {
  /** Aborts when the caller's does, when the cluster is closed, when the time is up, and when this is disposed of. */
  readonly signal: AbortSignal
  /** What to do with an error that came up within: it may only be the end. */
  endOrThrow(error: unknown): void
}

/** Ends quietly with the caller's signal or the cluster, and with Failure 'timeout' after timeoutMs, if there is one. */
export function spanOf({ signal, timeoutMs }: Limits, { clock, server, closed }: Patience): Span {
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
