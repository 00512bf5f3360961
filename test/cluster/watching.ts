import { setTimeout as sleep } from 'node:timers/promises'
import type { Ran } from '../support/run-process.ts'
import type { CommandOptions } from './commands.ts'

type Command = (args: readonly string[], options: CommandOptions) => Promise<Ran>

interface Watch {
  readonly kubeconfig?: string
  /** `until` resolves when stdout or stderr matches; it rejects when the command has ended, or after a minute. */
  readonly meanwhile: (until: (pattern: RegExp) => Promise<void>) => Promise<unknown>
}

const completionTimeoutMs = 60_000

/** Runs a command that watches, does something else meanwhile, and then presses Ctrl-C, whatever has happened. */
export async function watching(command: Command, args: readonly string[], { meanwhile, ...options }: Watch) {
  let shown: readonly string[] = []
  let running: number | undefined
  let look = (): void => undefined
  const ran = command(args, {
    ...options,
    onStart(pid) {
      running = pid
    },
    onOutput({ stdout, stderr }) {
      shown = [stdout, stderr]
      look()
    },
  }).finally(() => {
    running = undefined
  })
  const until = async (pattern: RegExp): Promise<void> => {
    const matched = new Promise<string>((resolve) => {
      look = () => shown.some((text) => pattern.test(text)) && resolve('matched')
    })
    look()
    const settled = new AbortController()
    const tooLate = sleep(completionTimeoutMs, 'late', { signal: settled.signal }).catch(() => 'matched')
    const what = await Promise.race([matched, ran.then(() => 'ended'), tooLate])
    settled.abort()
    if (what !== 'matched') throw new Error(`${what} without ${pattern}: ${shown.join('\n')}`)
  }
  try {
    await meanwhile(until)
  } finally {
    if (running !== undefined) process.kill(running, 'SIGINT')
  }
  return ran
}
