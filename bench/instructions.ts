import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Command } from './row.ts'

/** Counts the instructions of a command in user mode, of all its threads. undefined: this machine cannot. */
export type Counter = (command: Command) => Promise<number | undefined>

interface Tool {
  readonly program: string
  readonly args: readonly string[]
  /** What it prints to stderr for each process. */
  readonly printed: RegExp
}

const perf: Tool = {
  program: 'perf',
  args: ['stat', '--field-separator=,', '--event=instructions:u', '--'],
  printed: /^(\d+),[^\n]*instructions/gm,
}

/** Executes each instruction itself: fifty times slower, and the same on every machine. */
const valgrind: Tool = {
  program: 'valgrind',
  args: [
    '--tool=cachegrind',
    '--cache-sim=no',
    '--cachegrind-out-file=/dev/null',
    '--smc-check=all-non-file',
    '--trace-children=yes',
  ],
  printed: /I +refs: +([\d,]+)/g,
}

const counterWith =
  ({ program, args, printed }: Tool): Counter =>
  async (command) => {
    const env = { ...process.env, LC_ALL: 'C' }
    const running = promisify(execFile)(program, [...args, ...command], { env, maxBuffer: 2 ** 26 })
    const { stderr = '' } = await running.catch((error: { stderr?: string }) => error)
    const counts = Array.from(stderr.matchAll(printed), ([, digits = '']) => Number(digits.replaceAll(',', '')))
    return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count)
  }

/** perf where the machine lets it count; otherwise valgrind if it may take the time. undefined: neither. */
export async function findCounter({ slowly }: { slowly: boolean }): Promise<Counter | undefined> {
  for (const tool of slowly ? [perf, valgrind] : [perf])
    if ((await counterWith(tool)(['true'])) !== undefined) return counterWith(tool)
  return undefined
}
