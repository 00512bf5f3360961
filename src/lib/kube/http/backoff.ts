/** Pauses that double from the first to the longest, in milliseconds. */
export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
}

/** The pause after so many failures in a row, with jitter: between half and all of it. Random is in [0, 1). */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number, random: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return full * (0.5 + random / 2)
}
