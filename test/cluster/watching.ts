import type { Ran } from '../support/run-process.ts'
import type { CommandOptions } from './commands.ts'

type Command = (args: readonly string[], options: CommandOptions) => Promise<Ran>

interface Watch {
  readonly kubeconfig?: string
  /** `until` resolves when stdout or stderr matches, and rejects when the command has ended. */
  readonly meanwhile: (until: (pattern: RegExp) => Promise<void>) => Promise<unknown>
}

/** Runs a command that watches, does something else meanwhile, and then presses Ctrl-C. */
export async function watching(command: Command, args: readonly string[], { meanwhile, ...options }: Watch) {
  let shown: readonly string[] = []
  let running = 0
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
  })
  const until = async (pattern: RegExp): Promise<void> => {
    const matched = new Promise<void>((resolve) => {
      look = () => shown.some((text) => pattern.test(text)) && resolve()
    })
    look()
    const ended = ran.then((end) => {
      throw new Error(`ended without ${pattern}: ${JSON.stringify(end)}`)
    })
    await Promise.race([matched, ended])
  }
  await meanwhile(until)
  process.kill(running, 'SIGINT')
  return ran
}
