import { backoffMs } from '../http/backoff.ts'

export interface WatchTiming {
  /** So long after it was read, up to half as long again, everything is read afresh. */
  readonly relistMs: number
  /** Without a byte for so long, a connection counts as dead. */
  readonly idleMs: number
  /** In [0, 1). */
  readonly random: () => number
  /** Milliseconds to wait after so many failures in a row. */
  readonly pauseMs: (failures: number, random: number) => number
}

export const usualTiming: WatchTiming = {
  relistMs: 300_000,
  idleMs: 150_000,
  random: Math.random,
  pauseMs: (failures, random) => backoffMs({ firstMs: 500, longestMs: 30_000 }, failures, random),
}
