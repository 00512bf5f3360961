import { backOffMs } from '../../back-off.ts'

export interface WatchTiming {
  /** Everything is listed again this long after the last list, plus up to half as long. */
  readonly relistMs: number
  /** A connection without a byte for this long counts as dead. */
  readonly idleMs: number
  /** In [0, 1). */
  readonly random: () => number
  /** Milliseconds to wait after this many failures in a row. */
  readonly pauseMs: (failures: number, random: number) => number
}

export const usualTiming: WatchTiming = {
  relistMs: 300_000,
  idleMs: 150_000,
  random: Math.random,
  pauseMs: (failures, random) => backOffMs({ firstMs: 500, longestMs: 30_000 }, failures, random),
}
