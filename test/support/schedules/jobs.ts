import { parentPort, Worker } from 'node:worker_threads'
import type { Found, Seeds } from './campaign.ts'

/** So many schedules does a job take at a time: seconds of work. */
const atATime = 1_000

/** The same as a campaign, by several threads at once: a schedule that breaks, not always that of the lowest seed. */
export async function campaignInJobs(job: URL, seeds: Seeds, jobs: number): Promise<Found | undefined> {
  const parts = partsOf(seeds)
  const workers = Array.from({ length: jobs }, () => new Worker(job))
  try {
    return await firstOf(workers, parts)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

const firstOf = (workers: readonly Worker[], parts: Iterator<Seeds>): Promise<Found | undefined> =>
  new Promise((resolve, reject) => {
    let working = workers.length
    for (const worker of workers) {
      const next = () => {
        const part = parts.next()
        if (part.done !== true) worker.postMessage(part.value)
        else if (--working === 0) resolve(undefined)
      }
      worker.on('message', (found: Found | undefined) => (found === undefined ? next() : resolve(found)))
      worker.on('error', reject)
      next()
    }
  })

function* partsOf({ seed, count }: Seeds): Iterator<Seeds> {
  for (let from = seed; from < seed + count; from += atATime)
    yield { seed: from, count: Math.min(atATime, seed + count - from) }
}

/** In a thread: runs the schedules that it is sent, and answers with one that breaks, or with undefined. */
export function answerSeeds(campaign: (seeds: Seeds) => Found | undefined): void {
  parentPort?.on('message', (seeds: Seeds) => parentPort?.postMessage(campaign(seeds)))
}
