/**
 * Runs random schedules of faults against the core of the agent on a simulated machine.
 * Usage: npm run fuzz:agent -- [--count 10000] [--seed 1] [--jobs N]; as many jobs as processors, unless said otherwise.
 * Exit code 1 when an invariant breaks: the smallest schedule is printed.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { campaignInJobs } from './jobs.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})

const [seed, count] = [Number(values.seed), Number(values.count)]
const found = await campaignInJobs({ seed, count }, Number(values.jobs))
if (found === undefined) {
  process.stdout.write(`${count} schedules from seed ${seed}: all invariants hold\n`)
} else {
  process.stdout.write(`seed ${found.seed}: ${found.problem}\n${JSON.stringify(found.schedule, null, 2)}\n`)
  process.exitCode = 1
}
