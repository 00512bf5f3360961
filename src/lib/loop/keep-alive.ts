import type { Clock } from '../ports/clock.ts'
import type { Supervisor } from './supervisor.ts'

interface Watched {
  readonly supervisor: Supervisor
  readonly clock: Clock
  /** Whether the program makes progress. A process that only has running timers must be restarted, too. */
  readonly isAlive: () => boolean
}

/** Signs of life for the watchdog, three in each of its periods, until the signal aborts. Rejects with its reason. */
export async function keepAlive({ supervisor, clock, isAlive }: Watched, signal: AbortSignal): Promise<void> {
  if (supervisor.watchdogMs === undefined) return
  for (;;) {
    if (isAlive()) await supervisor.tell({ alive: true })
    await clock.sleep(supervisor.watchdogMs / 3, signal)
  }
}
