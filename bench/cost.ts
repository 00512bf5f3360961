import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Command } from './row.ts'

/** Milliseconds. */
export interface Cost {
  /** From start to exit. */
  readonly wall: number
  /** User and system time of all threads. Other load hardly affects it. */
  readonly processor: number
}

type Environment = Readonly<Record<string, string>>

/** bash starts faster than Node and reads the clocks itself; `times` prints the times of its children last. */
const script = `start=$EPOCHREALTIME; "$@" >/dev/null; code=$?; end=$EPOCHREALTIME
[ $code = 0 ] || [ $code = 3 ] || exit $code; echo $start $end; times`

/** Runs a command. Exit code 3 means findings, not a failure. */
export async function costOf(command: Command, env: Environment = {}): Promise<Cost> {
  const { stdout } = await run('bash', ['-c', script, 'bash', ...command], env)
  const [start = '', end = '', , , user = '', system = ''] = stdout.split(/\s+/)
  return { wall: (Number(end) - Number(start)) * 1000, processor: milliseconds(user) + milliseconds(system) }
}

const run = (program: string, args: readonly string[], env: Environment) =>
  promisify(execFile)(program, args, { env: { ...process.env, LC_ALL: 'C', ...env }, maxBuffer: 2 ** 26 })

/** Parses a time such as `0m0.123s`. */
function milliseconds(text: string): number {
  const [minutes = 0, seconds = 0] = text.split(/[ms]/).map(Number)
  return (minutes * 60 + seconds) * 1000
}
