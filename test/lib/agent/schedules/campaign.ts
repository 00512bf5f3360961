import { Dice } from './dice.ts'
import { type OnStep, Run } from './run-schedule.ts'
import { randomSchedule, type Schedule } from './schedule.ts'
import { shrink } from './shrink.ts'

export interface Found {
  readonly seed: number
  readonly problem: string
  /** The smallest schedule that shows a problem. */
  readonly schedule: Schedule
}

/** The first schedule that breaks an invariant. */
export function campaign(
  { seed, count }: { seed: number; count: number },
  onStep: OnStep = () => undefined,
): Found | undefined {
  for (let one = seed; one < seed + count; one += 1) {
    const schedule = randomSchedule(new Dice(one))
    if (problemOf(schedule, onStep) === undefined) continue
    const smallest = shrink(schedule, (smaller) => problemOf(smaller) !== undefined)
    return { seed: one, problem: problemOf(smallest)!, schedule: smallest }
  }
  return undefined
}

export function problemOf(schedule: Schedule, onStep: OnStep = () => undefined): string | undefined {
  try {
    new Run(schedule, onStep).run()
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
