/** Pauses after failures in a row, in milliseconds: each is twice as long as the one before, up to the longest. */
export interface BackOffRange {
  readonly firstMs: number
  readonly longestMs: number
}

/** Milliseconds until the next attempt after so many failures in a row; `random` from 0 to below 1 takes off up to half. */
export const backOffMs = ({ firstMs, longestMs }: BackOffRange, failures: number, random: number): number =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs) * (1 - random / 2)
