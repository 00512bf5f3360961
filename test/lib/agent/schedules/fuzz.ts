/**
 * Runs random schedules of faults against the core of the agent on a simulated machine.
 * Usage: npm run fuzz:agent -- [--count 10000] [--seed 1] [--jobs N]
 */
import { fuzz } from '../../../support/schedules/fuzz.ts'

await fuzz(new URL('./job.ts', import.meta.url))
