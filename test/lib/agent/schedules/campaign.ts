import {
  campaignOf,
  type Found as FoundOf,
  problemIn,
  type Schedules,
  type Seeds,
} from '../../../support/schedules/campaign.ts'
import { type OnStep, Run } from './run-schedule.ts'
import { randomSchedule, type Schedule } from './schedule.ts'
import { smallerThan } from './smaller.ts'

export type Found = FoundOf<Schedule>

export const agentSchedules = (onStep: OnStep = () => undefined): Schedules<Schedule> => ({
  draw: randomSchedule,
  run: (schedule) => new Run(schedule, onStep).run(),
  smallerThan,
})

/** The first schedule that breaks an invariant. */
export const campaign = (seeds: Seeds, onStep?: OnStep): Found | undefined => campaignOf(agentSchedules(onStep), seeds)

export const problemOf = (schedule: Schedule): string | undefined => problemIn(() => agentSchedules().run(schedule))
