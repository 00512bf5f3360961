import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { started } from './run-on-terminal.ts'

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** The terminal is closed when the command has shown this. */
  readonly after: string
  /** Whether the shell passes SIGHUP on, as an interactive shell does. */
  readonly passesSignal: boolean
}

/**
 * Run a command line, without quotes in it, on the terminal of script(1), and close the terminal while it runs. Resolves with
 * the exit code that its shell reports on a pipe of its own, the one thing left to write to.
 */
export async function hangUp(command: string, { env = {}, after, passesSignal }: Options): Promise<number> {
  const onHangUp = passesSignal ? 'kill -HUP $!' : ':'
  const job = `exec 4<&0; ${started(command)} <&4 3>&- & wait $!; code=$?`
  const script = `trap '${onHangUp}' HUP; ${job}; while kill -0 $! 2>&-; do wait $!; code=$?; done; echo $code >&3`
  const { PATH, TMPDIR } = process.env
  const terminal = spawn('script', ['--quiet', '--command', script, '/dev/null'], {
    env: { PATH, TMPDIR, HOME: '/nonexistent', SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  })
  let shown = ''
  terminal.stdout?.setEncoding('utf8').on('data', (more: string) => {
    shown += more
    if (shown.includes(after)) terminal.kill('SIGKILL')
  })
  const [code] = await Promise.all([text(terminal.stdio[3] as Readable), once(terminal, 'close')])
  return Number(code)
}
