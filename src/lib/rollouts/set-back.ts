import type { Progress } from './rollout.ts'

/** The clocks of several API servers may be so far apart, and two answers of one clock: neither was set back. */
const apartMs = 60_000

/** Whoever moves a rollout looks at the clock every few seconds: what pods have shown since it was set is not of before. */
const noticedMs = 30_000

/**
 * A rollout whose newest time is one to come is of a clock that was set back since: all its times are earlier by what it is ahead at
 * least. Else its deadlines were a day too late, and what pods have shown since then would be of before the rollout. undefined: it is not.
 */
export function afterSetBack(progress: Progress, now: number): Progress | undefined {
  const { startedAt, moves, late, soaksSince } = progress
  const times = [startedAt, ...moves.map(({ at }) => at), ...late.map(({ at }) => at), soaksSince ?? startedAt]
  const aheadMs = Math.max(...times.map((at) => Date.parse(at))) - now
  if (aheadMs <= apartMs) return undefined
  const earlier = (at: string): string => new Date(Date.parse(at) - aheadMs - noticedMs).toISOString()
  return {
    ...progress,
    startedAt: earlier(startedAt),
    moves: moves.map((move) => ({ ...move, at: earlier(move.at) })),
    late: late.map(({ name, at }) => ({ name, at: earlier(at) })),
    soaksSince: soaksSince && earlier(soaksSince),
  }
}
