import type { Clock } from '../ports/clock.ts'

/** setTimeout fires at once for longer delays. */
const longestTimerMs = 2 ** 31 - 1

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // performance.now() would load node:perf_hooks first.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  after,
  async sleep(ms, signal) {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = after(ms, resolve)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      await promise
    } finally {
      cancel()
      signal.removeEventListener('abort', stop)
    }
  },
}

function after(ms: number, run: () => void): () => void {
  let timer: NodeJS.Timeout
  const arm = (left: number): void => {
    timer = setTimeout(
      () => (left > longestTimerMs ? arm(left - longestTimerMs) : run()),
      Math.min(left, longestTimerMs),
    )
  }
  arm(ms)
  return () => clearTimeout(timer)
}
