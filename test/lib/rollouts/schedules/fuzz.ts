/**
 * Runs random schedules against the rollouts of a simulated fleet, those who move them and those who disturb them.
 * Usage: npm run fuzz:rollouts -- [--count 10000] [--seed 1] [--jobs N]
 */
import { fuzz } from '../../../support/schedules/fuzz.ts'

await fuzz(new URL('./job.ts', import.meta.url))
