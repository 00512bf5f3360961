import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../ports/clock.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
