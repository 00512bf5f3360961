import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileOf } from './installed.ts'

/** A command line while it runs on a terminal. */
export interface OnTerminal {
  /** All that has been shown so far. */
  readonly shown: string
  readonly pid: number
  type(keys: string): void
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** How wide the terminal is; nobody knows without it. */
  readonly columns?: number
  /** Called when it has started, and each time more is shown. */
  readonly onShown?: (terminal: OnTerminal) => void
}

/** Run a command line, without quotes in it, on the terminal of script(1) to its end. */
export async function runOnTerminal(command: string, { env = {}, columns = 0, onShown }: Options = {}) {
  const script = `stty cols ${columns}; echo $$; exec ${started(command)}`
  const args = ['--quiet', '--return', '--command', script, '/dev/null']
  const { PATH, TMPDIR } = process.env
  const terminal = spawn('script', args, {
    env: { PATH, TMPDIR, HOME: '/nonexistent', SHELL: '/bin/sh', TERM: 'xterm', ...env },
  })
  const type = (keys: string): void => void terminal.stdin.write(keys)
  let all = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text
    const [pid = '', shown] = split(all)
    if (pid !== all) onShown?.({ shown, pid: Number(pid), type })
  })
  const [exit] = (await once(terminal, 'close')) as [number | null]
  return { exit, shown: split(all)[1] }
}

/** The command line of a shell that starts this one. */
export function started(command: string): string {
  const [, bin = '', words = ''] = /^(\S+)(.*)$/s.exec(command) ?? []
  return `'${process.execPath}' '${fileOf(bin)}'${words}`
}

/** The first line is that of `echo $$`. */
function split(all: string): [pid: string, shown: string] {
  const [pid = '', ...lines] = all.split('\r\n')
  return [pid, lines.join('\n')]
}
