import type { Clock } from './clock.ts'

export interface Deadline {
  /** Aborts when the time is up, or with the outer signal. */
  readonly signal: AbortSignal
  /** Whether the time is up. False when the outer signal aborted first. */
  passed(): boolean
  /** Releases the timer. */
  cancel(): void
}

export function deadline(clock: Clock, ms: number, outer: AbortSignal): Deadline {
  const over = new AbortController()
  const cancel = clock.after(ms, () => over.abort())
  return { signal: AbortSignal.any([outer, over.signal]), passed: () => over.signal.aborted, cancel }
}

const firstPauseMs = 250
const longestPauseMs = 2_000

/**
 * Calls `look` until it returns a value, with increasing pauses. undefined when the time is up first. Rejects when the
 * outer signal aborts, or as `look` does.
 */
export async function poll<Found>(
  { clock, timeoutMs, signal }: { clock: Clock; timeoutMs: number; signal: AbortSignal },
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const limit = deadline(clock, timeoutMs, signal)
  try {
    for (let pause = firstPauseMs; !limit.signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
      const found = await look()
      if (found !== undefined) return found
      await clock.sleep(pause, limit.signal).catch(() => undefined)
    }
  } finally {
    limit.cancel()
  }
  signal.throwIfAborted()
  return undefined
}
