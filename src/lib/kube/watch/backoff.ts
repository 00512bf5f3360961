const firstMs = 500
const longestMs = 30_000

/** Capped exponential back-off with jitter: between half and all of 0.5, 1, 2, … 30 s. Random is in [0, 1). */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return full * (0.5 + random / 2)
}
