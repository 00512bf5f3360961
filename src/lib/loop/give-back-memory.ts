import { setFlagsFromString } from 'node:v8'
import type { Clock } from '../ports/clock.ts'

/** What is known of a process, and done about its memory. */
export interface Memory {
  /** User and system time of the process, milliseconds. */
  readonly cpuMs: () => number
  /** Collects all garbage, and gives free memory back to the system. */
  readonly collect: () => Promise<void>
}

const lookMs = 60_000

/** In a minute. An idle agent takes some 60 ms. */
const busyMs = 600

/**
 * Gives back what a busy time has made a process take, once the process was idle for a minute, until the signal aborts; then it rejects with
 * its reason. V8 collects while a program allocates: an idle one keeps what a storm of changes has left (ADR 46).
 */
export async function giveBackMemory(
  { cpuMs, collect }: Memory,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<never> {
  for (let wasBusy = true; ; ) {
    const before = cpuMs()
    await clock.sleep(lookMs, signal)
    const isBusy = cpuMs() - before >= busyMs
    // A Node.js that was built without an inspector keeps it.
    if (wasBusy && !isBusy) await collect().catch(() => undefined)
    wasBusy = isBusy
  }
}

/** Collecting takes some 50 ms, in which nothing else is done. It opens no port. */
export const memoryOfProcess = (): Memory => ({
  cpuMs: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  },
  // `--expose-gc` would do it, too; but code that is compiled with other flags is not taken from a cache.
  collect: async () => {
    const { Session } = await import('node:inspector')
    const session = new Session()
    session.connect()
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()))
    })
    // Not in the callback: that would wait for itself.
    session.disconnect()
  },
})

/**
 * For programs that wait nearly all the time: what V8 compiles for speed costs an agent 8 MiB of 33, grows for days, and saves no
 * processor time (ADR 46).
 */
export function compileNothingForSpeed(): void {
  for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug']) setFlagsFromString(flag)
}

/**
 * For the same programs. Small buffers share slabs of 64 KiB, each of which outlives its buffers until the next collection of everything; what
 * stays is allocated behind them meanwhile, and then malloc cannot give back what is free before it (ADR 46).
 */
export function poolNoBuffers(): void {
  Buffer.poolSize = 0
}
