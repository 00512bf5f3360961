import { type EventBody, type EventSeries, microTime } from '../../api/event.ts'

/** What was announced before, newest last. */
export type Told = readonly Repeatable[]

interface Repeatable {
  readonly event: EventBody
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

/** How to announce an Event: as a new one, or as a repetition of an earlier one. */
export interface Telling {
  readonly event: EventBody
  /** undefined: it is new. */
  readonly series: EventSeries | undefined
}

/** By default, API servers delete an Event after an hour without a change. */
const rememberedMs = 3_600_000
/** How many different Events are remembered. */
const most = 20

/** An Event with the reason and the message of one of the last hour is its repetition: a loop is one Event with a count. */
export function tell(told: Told, event: EventBody, at: number): { readonly telling: Telling; readonly told: Told } {
  const recent = told.filter(({ lastAt }) => at - lastAt < rememberedMs)
  const same = recent.find((one) => one.event.reason === event.reason && one.event.message === event.message)
  const others = recent.filter((one) => one !== same).slice(1 - most)
  if (same === undefined)
    return { telling: { event, series: undefined }, told: [...others, { event, count: 1, lastAt: at }] }
  const count = same.count + 1
  const series = { count, lastObservedTime: microTime(at) }
  return { telling: { event: same.event, series }, told: [...others, { ...same, count, lastAt: at }] }
}
