import { execFileSync } from 'node:child_process'
import type { Cost } from './compare.ts'

/** From start to exit, for what waits for others. */
export const elapsed: Cost = ([program = '', ...args]) => {
  const start = performance.now()
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return performance.now() - start
}

/** bash's `times` ends with the times of its children, which is the command alone. Findings (3) are no failure. */
const script = '"$@" >/dev/null; code=$?; [ $code = 0 ] || [ $code = 3 ] || exit 1; times'

/** User and system time of all threads, for what computes: a busy neighbour hardly changes it. */
export const processorTime: Cost = (command) => {
  const times = execFileSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' })
  const [, , user = '', system = ''] = times.split(/\s+/)
  return milliseconds(user) + milliseconds(system)
}

/** Of `0m0.123s`. */
function milliseconds(text: string): number {
  const [minutes = 0, seconds = 0] = text.split(/[ms]/).map(Number)
  return (minutes * 60 + seconds) * 1000
}
