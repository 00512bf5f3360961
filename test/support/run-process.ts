import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  /** null when a signal ended it. */
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
  const [exit] = (await once(child, 'close')) as [number | null]
  return { ...output, exit }
}
