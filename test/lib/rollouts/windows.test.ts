import { expect, test } from '@jest/globals'
import { allDays, isTimeZone, type TimeWindow, windowAt } from '../../../src/lib/rollouts/windows.ts'

const minute = 60_000

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

function windowOf(from: string, to: string, timeZone = 'UTC', days: TimeWindow['days'] = allDays): TimeWindow {
  return { from: minutesOf(from), to: minutesOf(to), timeZone, days }
}

/** `open`, or when it opens next. */
function at(time: string, ...windows: readonly TimeWindow[]): string {
  const now = windowAt(windows, Date.parse(time))
  if (now.kind === 'open') return 'open'
  return now.opensAt === undefined ? 'never' : new Date(now.opensAt).toISOString().replace('.000', '')
}

test('without windows, it may open at any time', () => {
  expect(at('2026-11-29T03:00:00Z')).toBe('open')
})

const office = windowOf('09:00', '16:00', 'Europe/Berlin', ['Mon', 'Tue', 'Wed', 'Thu'])

// 2026-11-30 is a Monday.
test.each([
  ['2026-11-30T07:59:59.999Z', '2026-11-30T08:00:00Z'],
  ['2026-11-30T08:00:00Z', 'open'],
  ['2026-11-30T14:59:59.999Z', 'open'],
  ['2026-11-30T15:00:00Z', '2026-12-01T08:00:00Z'],
  ['2026-12-03T15:00:00Z', '2026-12-07T08:00:00Z'],
  ['2026-12-04T10:00:00Z', '2026-12-07T08:00:00Z'],
  // In summer, it is two hours before UTC.
  ['2026-07-06T06:59:59Z', '2026-07-06T07:00:00Z'],
  ['2026-07-06T07:00:00Z', 'open'],
  // From Thursday in winter to Monday in summer, and back.
  ['2026-03-26T20:00:00Z', '2026-03-30T07:00:00Z'],
  ['2026-10-22T20:00:00Z', '2026-10-26T08:00:00Z'],
])('office hours in Berlin, %s: %s', (time, expected) => {
  expect(at(time, office)).toBe(expected)
})

const friday = windowOf('22:00', '04:00', 'UTC', ['Fri'])

test.each([
  ['2026-12-04T03:00:00Z', friday, '2026-12-04T22:00:00Z'],
  ['2026-12-04T22:00:00Z', friday, 'open'],
  ['2026-12-05T03:59:59Z', friday, 'open'],
  ['2026-12-05T04:00:00Z', friday, '2026-12-11T22:00:00Z'],
  ['2026-12-05T22:00:00Z', friday, '2026-12-11T22:00:00Z'],
  ['2026-12-05T00:00:00Z', windowOf('22:00', '00:00', 'UTC', ['Fri']), '2026-12-11T22:00:00Z'],
  ['2026-12-06T23:30:00Z', windowOf('23:00', '01:00', 'UTC', ['Sun']), 'open'],
  ['2026-12-07T00:30:00Z', windowOf('23:00', '01:00', 'UTC', ['Sun']), 'open'],
  ['2026-12-05T23:59:59Z', windowOf('00:00', '24:00', 'UTC', ['Sat']), 'open'],
  ['2026-12-06T00:00:00Z', windowOf('00:00', '24:00', 'UTC', ['Sat']), '2026-12-12T00:00:00Z'],
])('over midnight, it belongs to the day on which it begins: %s', (time, window, expected) => {
  expect(at(time, window)).toBe(expected)
})

test('of several windows, one is enough, and the first that opens is told', () => {
  const tokyo = windowOf('09:00', '10:00', 'Asia/Tokyo')
  const new_york = windowOf('09:00', '10:00', 'America/New_York')
  expect(at('2026-11-30T00:30:00Z', tokyo, new_york)).toBe('open')
  expect(at('2026-11-30T14:30:00Z', tokyo, new_york)).toBe('open')
  expect(at('2026-11-30T02:00:00Z', tokyo, new_york)).toBe('2026-11-30T14:00:00Z')
  expect(at('2026-11-30T16:00:00Z', tokyo, new_york)).toBe('2026-12-01T00:00:00Z')
})

const inBerlin = (from: string, to: string) => windowOf(from, to, 'Europe/Berlin')
const inNewYork = (from: string, to: string) => windowOf(from, to, 'America/New_York')
const inSydney = (from: string, to: string) => windowOf(from, to, 'Australia/Sydney')
const onLordHowe = (from: string, to: string) => windowOf(from, to, 'Australia/Lord_Howe')
const inSantiago = (from: string, to: string) => windowOf(from, to, 'America/Santiago')

test.each([
  // 02:00 to 03:00 is skipped, at 01:00Z on 2026-03-29.
  ['a window in it is left out that day', '2026-03-29T00:30:00Z', inBerlin('02:15', '02:45'), '2026-03-30T00:15:00Z'],
  ['one that begins in it opens after it', '2026-03-29T00:30:00Z', inBerlin('02:30', '04:00'), '2026-03-29T01:00:00Z'],
  ['one that ends in it ends before it', '2026-03-29T01:00:00Z', inBerlin('01:00', '02:30'), '2026-03-29T23:00:00Z'],
  ['one over it goes on', '2026-03-29T01:00:00Z', inBerlin('01:00', '04:00'), 'open'],
  ['west of Greenwich', '2026-03-08T06:30:00Z', inNewYork('02:30', '05:00'), '2026-03-08T07:00:00Z'],
  // In the south, spring is in October: at 16:00Z on 2026-10-03.
  ['in the south', '2026-10-03T15:30:00Z', inSydney('02:30', '05:00'), '2026-10-03T16:00:00Z'],
  ['in the south, left out', '2026-10-03T15:30:00Z', inSydney('02:10', '02:50'), '2026-10-04T15:10:00Z'],
  // 02:00 to 02:30 is skipped, at 15:30Z on 2026-10-03.
  ['of half an hour', '2026-10-03T15:00:00Z', onLordHowe('02:15', '03:00'), '2026-10-03T15:30:00Z'],
  ['of half an hour, left out', '2026-10-03T15:00:00Z', onLordHowe('02:10', '02:30'), '2026-10-04T15:10:00Z'],
  // Midnight itself is skipped on 2026-09-06: its day begins at 01:00.
  ['at midnight', '2026-09-06T03:30:00Z', inSantiago('00:00', '06:00'), '2026-09-06T04:00:00Z'],
])('in the time that is skipped, %s', (_, time, window, expected) => {
  expect(at(time, window)).toBe(expected)
})

test.each([
  // 02:00 to 03:00 comes twice, from 00:00Z to 02:00Z on 2026-10-25.
  ['the first time', '2026-10-25T00:15:00Z', inBerlin('02:15', '02:45'), 'open'],
  ['between both', '2026-10-25T00:45:00Z', inBerlin('02:15', '02:45'), '2026-10-25T01:15:00Z'],
  ['the second time', '2026-10-25T01:15:00Z', inBerlin('02:15', '02:45'), 'open'],
  ['after both', '2026-10-25T01:45:00Z', inBerlin('02:15', '02:45'), '2026-10-26T01:15:00Z'],
  ['a window that ends in it opens again', '2026-10-25T00:30:00Z', inBerlin('01:00', '02:30'), '2026-10-25T01:00:00Z'],
  ['one over all of it stays open', '2026-10-25T00:59:59Z', inBerlin('02:00', '03:00'), 'open'],
  ['west of Greenwich', '2026-11-01T05:45:00Z', inNewYork('01:15', '01:45'), '2026-11-01T06:15:00Z'],
  ['in the south', '2026-04-04T15:45:00Z', inSydney('02:15', '02:45'), '2026-04-04T16:15:00Z'],
  // 01:30 to 02:00 comes twice: at 15:00Z on 2026-04-04, the clocks go back by half an hour.
  ['of half an hour', '2026-04-04T14:55:00Z', onLordHowe('01:35', '01:50'), '2026-04-04T15:05:00Z'],
  ['of half an hour, the second time', '2026-04-04T15:05:00Z', onLordHowe('01:35', '01:50'), 'open'],
])('in the time that comes twice, %s', (_, time, window, expected) => {
  expect(at(time, window)).toBe(expected)
})

test('a day that is skipped opens nothing', () => {
  // On Samoa, 2011-12-30 was skipped, a Friday.
  const window = windowOf('09:00', '10:00', 'Pacific/Apia', ['Fri'])
  expect(at('2011-12-29T12:00:00Z', window)).toBe('2012-01-05T19:00:00Z')
})

test('a zone that this program does not know opens nothing, and is named', () => {
  const unknown = windowOf('00:00', '24:00', 'Europe/Atlantis')
  const now = Date.parse('2026-11-30T00:00:00Z')
  expect(windowAt([unknown], now)).toEqual({ kind: 'closed', opensAt: undefined, unknownZones: ['Europe/Atlantis'] })
  expect(at('2026-11-30T00:00:00Z', unknown, office)).toBe('2026-11-30T08:00:00Z')
  expect(at('2026-11-30T08:00:00Z', unknown, office)).toBe('open')
})

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Etc/GMT+2', true],
  ['Europe/Atlantis', false],
  ['CEST', false],
  ['Local', false],
  ['+02:00', false],
  ['', false],
])('%s is a zone: %s', (text, expected) => {
  expect(isTimeZone(text)).toBe(expected)
})

/** Another way to the same: read off the wall. */
function isOpenByHand({ days, from, to }: TimeWindow, { weekday, time }: { weekday: string; time: number }): boolean {
  const today = allDays.indexOf(weekday as 'Mon')
  const [isOn, wasOn] = [days.includes(allDays[today]!), days.includes(allDays[(today + 6) % 7]!)]
  return from < to ? isOn && time >= from && time < to : (isOn && time >= from) || (wasOn && time < to)
}

test.each([
  ['Europe/Berlin', '2026-03-27T00:00:00Z'],
  ['Europe/Berlin', '2026-10-23T00:00:00Z'],
  ['America/New_York', '2026-03-06T00:00:00Z'],
  ['America/New_York', '2026-10-30T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-02T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-01T00:00:00Z'],
  ['America/Santiago', '2026-09-04T00:00:00Z'],
  ['Africa/Casablanca', '2026-02-13T00:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
])('in %s around %s, it opens when the clock on the wall says so', (timeZone, begin) => {
  const windows = [
    windowOf('02:15', '02:45', timeZone),
    windowOf('01:45', '03:15', timeZone, ['Sun', 'Tue']),
    windowOf('23:30', '01:30', timeZone, ['Sat', 'Mon']),
    windowOf('09:00', '16:00', timeZone, ['Mon', 'Tue', 'Wed', 'Thu']),
  ]
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const quarters = Array.from({ length: 12 * 96 }, (_, index) => Date.parse(begin) + index * 15 * minute)
  const walls = quarters.map((time) => ({ weekday: shown.format(time), time: minutesOf(clock.format(time)) }))
  for (const window of windows) {
    const open = walls.map((wall) => isOpenByHand(window, wall))
    for (let index = 0; index < 4 * 96; index += 3) {
      const time = quarters[index]!
      const now = windowAt([window], time)
      const opensAt = now.kind === 'open' ? time : now.opensAt
      expect([time, opensAt]).toEqual([time, quarters[open.indexOf(true, index)]])
    }
  }
})
