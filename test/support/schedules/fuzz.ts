import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { campaignInJobs } from './jobs.ts'

/**
 * A program that runs random schedules: [--count 10000] [--seed 1] [--jobs N]; as many jobs as processors, unless said otherwise.
 * Exit code 1 when an invariant breaks: the smallest schedule is printed.
 */
export async function fuzz(job: URL): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const [seed, count] = [Number(values.seed), Number(values.count)]
  const found = await campaignInJobs(job, { seed, count }, Number(values.jobs))
  if (found === undefined) {
    process.stdout.write(`${count} schedules from seed ${seed}: all invariants hold\n`)
    return
  }
  process.stdout.write(`seed ${found.seed}: ${found.problem}\n${JSON.stringify(found.schedule, null, 2)}\n`)
  process.exitCode = 1
}
