/** A time of the week in which a gate may open, by the clock on a wall in a time zone. */
export interface TimeWindow {
  /** On which it begins. One over midnight ends on the day after. */
  readonly days: readonly Day[]
  /** Minutes since midnight. Before `from`, `to` is on the next day; it is not a part of the window. */
  readonly from: number
  readonly to: number
  /** Of the IANA database. */
  readonly timeZone: string
}

export const allDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Day = (typeof allDays)[number]

export const minutesPerDay = 1_440

export type WindowsNow =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'closed'
      /** Milliseconds since the epoch; undefined: not within weeks, as far as the zones are known. */
      readonly opensAt: number | undefined
      /** Zones of which this program has no clock: their windows count as closed. */
      readonly unknownZones: readonly string[]
    }

/**
 * Whether a gate may open now, and when it may the next time. Without windows, always; of several, one is enough. A window is open
 * whenever the clock on the wall shows a time in it: a time that is skipped in spring opens nothing, and one that comes twice opens twice.
 */
export function windowAt(windows: readonly TimeWindow[], now: number): WindowsNow {
  if (windows.length === 0) return { kind: 'open' }
  const clocks = new Map(windows.map(({ timeZone }) => [timeZone, wallClockOf(timeZone)]))
  const openings: number[] = []
  for (const window of windows) {
    const wall = clocks.get(window.timeZone)
    if (wall === undefined) continue
    if (isOpen(window, wall(now))) return { kind: 'open' }
    openings.push(...opensAfter(window, wall, now))
  }
  return {
    kind: 'closed',
    opensAt: openings.length === 0 ? undefined : Math.min(...openings),
    unknownZones: [...clocks].flatMap(([zone, wall]) => (wall === undefined ? [zone] : [])),
  }
}

/** Offsets such as +02:00 are not zones: they are wrong for half of the year. */
export const isTimeZone = (text: string): boolean => /^[A-Za-z]/.test(text) && wallClockOf(text) !== undefined

/** What the wall shows, as if it were UTC, milliseconds since the epoch in whole seconds. */
type WallClock = (at: number) => number

const [second, minute, day] = [1_000, 60_000, 86_400_000]

/** undefined: this program does not know the zone. */
function wallClockOf(timeZone: string): WallClock | undefined {
  const format = formatOf(timeZone)
  return (
    format &&
    ((at) => {
      const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
      const [year, month, date] = [parts.get('year')!, parts.get('month')! - 1, parts.get('day')!]
      return Date.UTC(year, month, date, parts.get('hour'), parts.get('minute'), parts.get('second'))
    })
  )
}

/** Each takes a millisecond to make. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  try {
    const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...numeric, ...time, timeZone })
    formats.set(timeZone, format)
    return format
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isOpen({ days, from, to }: TimeWindow, wall: number): boolean {
  const time = Math.floor((wall % day) / minute)
  const isOn = (at: number): boolean => days.includes(weekdayOf(at))
  if (from < to) return isOn(wall) && time >= from && time < to
  return (isOn(wall) && time >= from) || (isOn(wall - day) && time < to)
}

/** The epoch was a Thursday. */
const weekdayOf = (wall: number): Day => allDays[(Math.floor(wall / day) + 3) % 7]!

/** A day of the week may be skipped once, as on an island that changes sides of the date line. */
const farthest = 15 * day

/** When a window that is closed opens next; none: not within weeks. No zone changes its clocks twice within a week. */
function opensAfter(window: TimeWindow, wall: WallClock, now: number): readonly number[] {
  const offsetAt = (at: number): number => wall(at) - at
  for (let at = Math.floor(now / second) * second; at < now + farthest; ) {
    const offset = offsetAt(at)
    const opens = at + untilBegin(window, at + offset)
    if (offsetAt(opens) === offset) return [opens]
    const changes = firstAfter(at, opens, (time) => offsetAt(time) !== offset)
    if (isOpen(window, wall(changes))) return [changes]
    at = changes
  }
  return []
}

/** Milliseconds until the wall shows the beginning of a window, if nobody changes its clock. */
function untilBegin({ days, from }: TimeWindow, wall: number): number {
  const begin = wall - (wall % day) + from * minute
  const begins = Array.from({ length: 8 }, (_, later) => begin + later * day)
  return begins.find((at) => at > wall && days.includes(weekdayOf(at)))! - wall
}

/** The first second of which something is true that is not true before; it is true of `last`. */
function firstAfter(before: number, last: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [before, last]
  while (high - low > second) {
    const middle = low + Math.floor((high - low) / 2 / second) * second
    if (isTrue(middle)) high = middle
    else low = middle
  }
  return high
}
