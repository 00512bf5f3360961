import { type EventBody, type EventSeries, microTime } from '../../api/event.ts'

/** Events that were recorded before, newest last. */
export type RecentEvents = readonly RecentEvent[]

interface RecentEvent {
  readonly event: EventBody
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

/** How an Event is sent: as a new one, or as a repetition of an earlier one. */
export interface Correlated {
  readonly event: EventBody
  /** undefined: it is new. */
  readonly series: EventSeries | undefined
}

/** By default, API servers delete an Event after an hour without a change. */
const rememberedMs = 3_600_000
/** How many different Events are remembered. */
const most = 20

/**
 * An Event with the reason and the message of one of the last hour is its repetition, as for client-go's EventCorrelator: a
 * loop is one Event with a count.
 */
export function correlate(
  recent: RecentEvents,
  event: EventBody,
  at: number,
): { readonly correlated: Correlated; readonly recent: RecentEvents } {
  const known = recent.filter(({ lastAt }) => at - lastAt < rememberedMs)
  const same = known.find((one) => one.event.reason === event.reason && one.event.message === event.message)
  const others = known.filter((one) => one !== same).slice(1 - most)
  if (same === undefined)
    return { correlated: { event, series: undefined }, recent: [...others, { event, count: 1, lastAt: at }] }
  const count = same.count + 1
  const series = { count, lastObservedTime: microTime(at) }
  return { correlated: { event: same.event, series }, recent: [...others, { ...same, count, lastAt: at }] }
}
