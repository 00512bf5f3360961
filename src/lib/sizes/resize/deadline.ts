import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'

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

/** Milliseconds beyond `--timeout` for what is sent before the wait for the kubelet, which may be no wait at all. */
const slackMs = 5_000
/** Milliseconds after `--timeout`, or Ctrl-C, in which everything is undone: docs/nodesize.md promises 25 s. */
const undoMs = 24_500
/** Milliseconds of it that are kept for the last step: the size that is stored is put back. */
const lastMs = 5_000

type Timed = Limits & { readonly timeoutMs: number }

/**
 * The ends of one resize, which all its requests share (ADR 51). It goes on until `--timeout` or Ctrl-C. What undoes it has
 * an end of its own, which Ctrl-C does not change: a late end is better than a half-done resize.
 */
export class ResizeTime {
  readonly #clock: Clock
  readonly #timeoutMs: number
  #end: number
  #undoneBy: number | undefined

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#end = clock.monotonic() + timeoutMs
  }

  /** It begins anew: a balloon was waited for, and its kubelet has not seen the resize yet. */
  again(): void {
    this.#end = this.#clock.monotonic() + this.#timeoutMs
  }

  /** Milliseconds that the kubelet has for its answer. */
  get leftMs(): number {
    return Math.max(0, this.#end - this.#clock.monotonic())
  }

  /** For what comes before that. */
  forth({ signal }: Limits): Limits {
    return { signal, leftMs: () => Math.max(0, this.#end + slackMs - this.#clock.monotonic()) }
  }

  /** For a step that undoes something, which may take so many milliseconds at most. */
  back(longestMs: number): Timed {
    return this.#back(longestMs, lastMs)
  }

  /** For the last of them. */
  last(): Timed {
    return this.#back(lastMs, 0)
  }

  #back(longestMs: number, keptMs: number): Timed {
    const now = this.#clock.monotonic()
    this.#undoneBy ??= Math.min(now, this.#end) + undoMs
    const leftMs = this.#undoneBy - keptMs - now
    return { signal: new AbortController().signal, timeoutMs: Math.max(0, Math.min(longestMs, leftMs)) }
  }
}

/** That of the resize; without one, what is undone has a time of its own. */
export const timeOf = ({ clock, time }: { readonly clock: Clock; readonly time?: ResizeTime }): ResizeTime =>
  time ?? new ResizeTime(clock, Number.POSITIVE_INFINITY)
