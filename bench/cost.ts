import { execFileSync } from 'node:child_process'
import type { Cost } from './compare.ts'

/** Time from start to exit, for commands that wait for a server. */
export const elapsed: Cost = ([program = '', ...args]) => {
  const start = performance.now()
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return performance.now() - start
}

/** `times` of bash prints the times of its children last: the command alone. Exit code 3 means findings, not a failure. */
const script = '"$@" >/dev/null; code=$?; [ $code = 0 ] || [ $code = 3 ] || exit 1; times'

/** User and system time of all threads, for commands that only compute. Other load hardly affects it. */
export const processorTime: Cost = (command) => {
  const times = execFileSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' })
  const [, , user = '', system = ''] = times.split(/\s+/)
  return milliseconds(user) + milliseconds(system)
}

/** Parses a time such as `0m0.123s`. */
function milliseconds(text: string): number {
  const [minutes = 0, seconds = 0] = text.split(/[ms]/).map(Number)
  return (minutes * 60 + seconds) * 1000
}
