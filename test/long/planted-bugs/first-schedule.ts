/**
 * Runs random schedules with these numbers, and prints the first that breaks an invariant; nothing when all hold.
 * Usage: node first-schedule.ts agent FROM TO
 */
import { agentSchedules } from '../../lib/agent/schedules/campaign.ts'
import { firstProblem } from '../../support/schedules/campaign.ts'

const [, from, to] = process.argv.slice(2).map(Number) as [number, number, number]
const first = firstProblem(agentSchedules(), { seed: from, count: to - from + 1 })
if (first !== undefined) process.stdout.write(`${first}\n`)
