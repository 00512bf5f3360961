/**
 * Runs schedules that once broke something, each with other faults put in: most of what random ones have not found.
 * Usage: npm run fuzz:agent:varied -- [--count 10000] [--seed 1] [--jobs N]
 */
import { fuzz } from '../../../support/schedules/fuzz.ts'

await fuzz(new URL('./varied-job.ts', import.meta.url))
