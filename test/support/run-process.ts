import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  /** As a shell has it: 128 and the number of the signal when one ended it. null: it still runs. */
  readonly exit: number | null
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string | Uint8Array
  /** Called with the process id once it has started, and with what it has printed so far each time it prints. */
  readonly onStart?: (pid: number) => void
  readonly onOutput?: (ran: Ran & { pid: number }) => void
}

/** Run a program to its end, without a terminal, with nothing in its environment but what is given. */
export async function runProcess(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { env = {}, input = '', onStart, onOutput } = options
  const child = spawn(command, args, { env })
  const pid = child.pid ?? 0
  onStart?.(pid)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      onOutput?.({ ...output, exit: null, pid })
    })
  child.stdin.on('error', () => undefined).end(input)
  const exit = exitOf((await once(child, 'close')) as EffectResult)
  return { ...output, exit }
}

type EffectResult = [code: number | null, signal: NodeJS.Signals | null]

/** What a shell makes of the end of a process. */
export const exitOf = ([code, signal]: EffectResult): number => code ?? 128 + constants.signals[signal ?? 'SIGKILL']
