/**
 * Runs the agent's random schedules with these numbers, and prints the first that breaks an invariant; nothing when all hold.
 * Usage: node first-schedule.ts FROM TO
 */
import { problemOf } from '../../lib/agent/schedules/campaign.ts'
import { Dice } from '../../lib/agent/schedules/dice.ts'
import { randomSchedule } from '../../lib/agent/schedules/schedule.ts'

const [from, to] = process.argv.slice(2).map(Number) as [number, number]
for (let seed = from; seed <= to; seed += 1) {
  if (problemOf(randomSchedule(new Dice(seed))) === undefined) continue
  process.stdout.write(`${seed}\n`)
  break
}
