import { parseDuration } from '../../quantity/duration.ts'

/** From the start of the process to the answer: a shell is frozen while it waits. */
const wholeMs = 800
/** What is left for values when the process was slow to start. */
const leastMs = 250
const longestMs = 60_000

/**
 * How long values may take, in milliseconds: what is left of the usual time, or what the variable NAME_COMPLETION_TIMEOUT
 * says, such as 3s for a slow credential plugin.
 */
export function patienceMs(program: string): number {
  const nanos = parseDuration(process.env[`${program.toUpperCase()}_COMPLETION_TIMEOUT`] ?? '')
  if (typeof nanos !== 'bigint') return Math.max(leastMs, Math.round(wholeMs - performance.now()))
  return Math.min(Math.max(Number(nanos / 1_000_000n), 1), longestMs)
}
