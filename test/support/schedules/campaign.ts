import { Dice } from './dice.ts'
import { shrink } from './shrink.ts'

/** Schedules of one seed each. */
export interface Seeds {
  readonly seed: number
  readonly count: number
}

/** What is drawn from a seed, and run. */
export interface Schedules<Schedule> {
  readonly draw: (dice: Dice) => Schedule
  /** Runs it; throws when an invariant does not hold. */
  readonly run: (schedule: Schedule) => void
  /** The first that fail as well are tried further. */
  readonly smallerThan: (schedule: Schedule) => Iterable<Schedule>
}

export interface Found<Schedule = unknown> {
  readonly seed: number
  readonly problem: string
  /** The smallest schedule that shows a problem. */
  readonly schedule: Schedule
}

/** The first schedule that breaks an invariant, made small. */
export function campaignOf<Schedule>(schedules: Schedules<Schedule>, seeds: Seeds): Found<Schedule> | undefined {
  const seed = firstProblem(schedules, seeds)
  if (seed === undefined) return undefined
  const problemOf = (schedule: Schedule) => problemIn(() => schedules.run(schedule))
  const whole = schedules.draw(new Dice(seed))
  const schedule = shrink(whole, schedules.smallerThan, (smaller) => problemOf(smaller) !== undefined)
  return { seed, problem: problemOf(schedule)!, schedule }
}

/** The seed of the first schedule that breaks an invariant. */
export function firstProblem<Schedule>(
  { draw, run }: Pick<Schedules<Schedule>, 'draw' | 'run'>,
  { seed, count }: Seeds,
): number | undefined {
  for (let one = seed; one < seed + count; one += 1)
    if (problemIn(() => run(draw(new Dice(one)))) !== undefined) return one
  return undefined
}

/** Why it throws; undefined: it does not. */
export function problemIn(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
