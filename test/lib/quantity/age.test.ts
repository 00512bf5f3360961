import { expect, test } from '@jest/globals'
import { age, humanDuration } from '../../../src/lib/quantity/age.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const year = 365 * day

/** The tables of apimachinery's own test, util/duration/duration_test.go (v0.37.0). */
test.each([
  ['two seconds ahead', -2 * second, '<invalid>'],
  ['less than two seconds ahead', -2 * second + 1, '0s'],
  ['now', 0, '0s'],
  ['less than a second', second - 1, '0s'],
  ['a second', second, '1s'],
  ['70 seconds', 70 * second, '70s'],
  ['nearly two minutes', 2 * minute - 1, '119s'],
  ['two minutes', 2 * minute, '2m'],
  ['two minutes and a second', 2 * minute + second, '2m1s'],
  ['190 seconds', 190 * second, '3m10s'],
  ['nearly ten minutes', 10 * minute - 1, '9m59s'],
  ['ten minutes', 10 * minute, '10m'],
  ['ten minutes and a second', 10 * minute + second, '10m'],
  ['70 minutes', 70 * minute, '70m'],
  ['nearly three hours', 3 * hour - 1, '179m'],
  ['three hours', 3 * hour, '3h'],
  ['three hours and a minute', 3 * hour + minute, '3h1m'],
  ['nearly eight hours', 8 * hour - 1, '7h59m'],
  ['eight hours', 8 * hour, '8h'],
  ['eight hours and 59 minutes', 8 * hour + 59 * minute, '8h'],
  ['nearly two days', 2 * day - 1, '47h'],
  ['two days', 2 * day, '2d'],
  ['two days and an hour', 2 * day + hour, '2d1h'],
  ['nearly eight days', 8 * day - 1, '7d23h'],
  ['eight days', 8 * day, '8d'],
  ['eight days and 23 hours', 8 * day + 23 * hour, '8d'],
  ['367 days', 367 * day, '367d'],
  ['nearly two years', 2 * year - 1, '729d'],
  ['two years', 2 * year, '2y'],
  ['two years and 23 hours', 2 * year + 23 * hour, '2y'],
  ['two years and a day', 2 * year + day, '2y1d'],
  ['three years', 3 * year, '3y'],
  ['nearly eight years', 8 * year - 1, '7y364d'],
  ['eight years', 8 * year, '8y'],
  ['eight years and 364 days', 8 * year + 364 * day, '8y'],
  ['nine years', 9 * year, '9y'],
])('%s (%d ms) is printed as %s', (_what, ms, expected) => {
  expect(humanDuration(ms)).toBe(expected)
})

const now = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['a timestamp', '2026-11-22T11:57:00Z', '3m'],
  ['no timestamp', undefined, '<unknown>'],
  ['an empty text', '', '<unknown>'],
  ['a text that is no timestamp', 'yesterday', '<unknown>'],
])('the age of %s', (_what, since, expected) => {
  expect(age(since, now)).toBe(expected)
})
