import type { Clock } from '../../ports/clock.ts'

export interface Deadline {
  /** Aborts when the time is over, or with the outer signal. */
  readonly signal: AbortSignal
  /** Is the time over? False while the outer signal was first. */
  passed(): boolean
  /** To be called when nobody waits any more. */
  cancel(): void
}

export function deadline(clock: Clock, ms: number, outer: AbortSignal): Deadline {
  const over = new AbortController()
  const cancelled = new AbortController()
  const sleeping = AbortSignal.any([outer, cancelled.signal])
  clock.sleep(ms, sleeping).then(
    () => over.abort(),
    () => undefined,
  )
  return {
    signal: AbortSignal.any([outer, over.signal]),
    passed: () => over.signal.aborted,
    cancel: () => cancelled.abort(),
  }
}
