import { campaignOf, type Found, problemIn, type Schedules, type Seeds } from '../../../support/schedules/campaign.ts'
import { Run } from './run-schedule.ts'
import { randomSchedule, type Schedule } from './schedule.ts'
import { smallerThan } from './smaller.ts'

export const rolloutSchedules: Schedules<Schedule> = {
  draw: randomSchedule,
  run: (schedule) => new Run(schedule).run(),
  smallerThan,
}

/** The first schedule that breaks an invariant. */
export const campaign = (seeds: Seeds): Found<Schedule> | undefined => campaignOf(rolloutSchedules, seeds)

export const problemOf = (schedule: Schedule): string | undefined => problemIn(() => rolloutSchedules.run(schedule))
