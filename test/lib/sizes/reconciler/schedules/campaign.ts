import type { Found as FoundOf } from '../../../../support/schedules/campaign.ts'
import { Dice } from '../../../../support/schedules/dice.ts'
import { smallerOps } from '../../../../support/schedules/shrink.ts'
import { problemOf } from './run-schedule.ts'
import { randomSchedule, type Schedule } from './schedule.ts'

type Found = FoundOf<Schedule>

/** The first schedule that breaks an invariant. */
export async function campaign({ seed, count }: { seed: number; count: number }): Promise<Found | undefined> {
  for (let one = seed; one < seed + count; one += 1) {
    const schedule = randomSchedule(new Dice(one))
    if ((await problemOf(schedule)) === undefined) continue
    const smallest = await shrink(schedule)
    return { seed: one, problem: (await problemOf(smallest))!, schedule: smallest }
  }
  return undefined
}

async function shrink(schedule: Schedule): Promise<Schedule> {
  for (const smaller of smallerThan(schedule)) if ((await problemOf(smaller)) !== undefined) return shrink(smaller)
  return schedule
}

function* smallerThan(schedule: Schedule): Iterable<Schedule> {
  const { ops, clocks, sizes } = schedule
  for (const fewer of smallerOps(ops)) yield { ...schedule, ops: fewer }
  const right = { aheadMs: 0, rate: 1 }
  if (clocks.some(({ aheadMs, rate }) => aheadMs !== 0 || rate !== 1)) yield { ...schedule, clocks: [right, right] }
  if (sizes.some((size) => size > 0)) yield { ...schedule, sizes: [0, 0] }
}
