/**
 * Runs random schedules of faults against the core of the agent on a simulated machine.
 * Usage: npm run fuzz:agent -- [--count 10000] [--seed 1]. Exit code 1 when an invariant breaks: the smallest schedule is printed.
 */
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})

const found = campaign({ seed: Number(values.seed), count: Number(values.count) })
if (found === undefined) {
  process.stdout.write(`${values.count} schedules from seed ${values.seed}: all invariants hold\n`)
} else {
  process.stdout.write(`seed ${found.seed}: ${found.problem}\n${JSON.stringify(found.schedule, null, 2)}\n`)
  process.exitCode = 1
}
