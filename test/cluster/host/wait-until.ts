import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, said } from '../../../src/lib/message/failure.ts'

export interface Wait {
  /** Ends the sentence `… after 60 s`, such as `node-a is not Ready`. */
  readonly otherwise: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Between two looks, as long as a look takes, within these: looking is to take half a processor at most. */
const [leastMs, mostMs] = [100, 500]

/** Asks again and again until the answer is yes; an error counts as no. Failure 'timeout' when time is up. */
export async function waitUntil(isSo: () => Promise<boolean>, { otherwise, timeoutMs, signal }: Wait): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let cause: unknown
  while (Date.now() < deadline) {
    const began = Date.now()
    try {
      if (await isSo()) return
    } catch (error) {
      cause = error
    }
    signal.throwIfAborted()
    await sleep(Math.min(mostMs, Math.max(leastMs, Date.now() - began)))
  }
  throw new Failure('timeout', said('WaitedTooLong', `${otherwise} after ${timeoutMs / 1000} s`), { cause })
}
