/**
 * Runs random schedules with these numbers, and prints the first that breaks an invariant; nothing when all hold.
 * Usage: node first-schedule.ts agent|rollouts FROM TO
 */
import { agentSchedules } from '../../lib/agent/schedules/campaign.ts'
import { rolloutSchedules } from '../../lib/rollouts/schedules/campaign.ts'
import { firstProblem } from '../../support/schedules/campaign.ts'

const [of, from, to] = process.argv.slice(2) as [string, string, string]
const seeds = { seed: Number(from), count: Number(to) - Number(from) + 1 }
const first = of === 'rollouts' ? firstProblem(rolloutSchedules, seeds) : firstProblem(agentSchedules(), seeds)
if (first !== undefined) process.stdout.write(`${first}\n`)
