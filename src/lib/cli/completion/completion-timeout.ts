import { parseDuration } from '../../quantity/duration.ts'

/** From the start of the process to the answer: the shell is blocked in the meantime. */
const wholeMs = 800
/** The least time for values, when the process was slow to start. */
const leastMs = 250
const longestMs = 60_000

/**
 * The time limit for values, in milliseconds: the rest of the usual time, or the value of the variable
 * NAME_COMPLETION_TIMEOUT, such as 3s for a slow credential plugin.
 */
export function completionTimeoutMs(program: string): number {
  const nanos = parseDuration(process.env[`${program.toUpperCase()}_COMPLETION_TIMEOUT`] ?? '')
  if (typeof nanos !== 'bigint') return Math.max(leastMs, Math.round(wholeMs - performance.now()))
  return Math.min(Math.max(Number(nanos / 1_000_000n), 1), longestMs)
}
