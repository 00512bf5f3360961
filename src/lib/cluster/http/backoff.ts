/** Pauses in milliseconds that double from the first to the longest. */
export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * The pause after this many failures in a row, with jitter: between half of it and all of it. `random` is in [0, 1).
 */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number, random: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return full * (0.5 + random / 2)
}
