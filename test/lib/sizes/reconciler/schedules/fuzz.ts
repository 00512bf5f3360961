/**
 * Runs random schedules of faults against two replicas of the reconciler on a simulated cluster.
 * Usage: npm run fuzz:reconciler -- [--count 1000] [--seed 1]. Exit code 1 when an invariant breaks: the smallest schedule is printed.
 */
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})

const found = await campaign({ seed: Number(values.seed), count: Number(values.count) })
if (found === undefined) {
  process.stdout.write(`${values.count} schedules from seed ${values.seed}: all invariants hold\n`)
} else {
  process.stdout.write(`seed ${found.seed}: ${found.problem}\n${JSON.stringify(found.schedule, null, 2)}\n`)
  process.exitCode = 1
}
