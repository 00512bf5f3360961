import { expect, test } from '@jest/globals'
import { formatTime, parseTime } from '../../../../src/lib/kubelet/grammar/time.ts'

test.each([
  ['1970-01-01T00:00:00Z', 0n],
  ['2020-01-01T01:00:00+01:00', 1_577_836_800_000_000_000n],
  ['2019-12-31T23:30:00-00:30', 1_577_836_800_000_000_000n],
  ['2020-02-29T00:00:00.123456789Z', 1_582_934_400_123_456_789n],
  ['2020-01-02T01:00:00+24:60', 1_577_836_800_000_000_000n],
  ['1969-12-31T23:59:59Z', -1_000_000_000n],
  ['0001-01-01T00:00:00Z', -62_135_596_800_000_000_000n],
])('%s is %d ns after the epoch', (text, nanos) => {
  expect(parseTime(text)).toBe(nanos)
})

test.each([
  '',
  'x',
  '2020-01-01',
  '2020-01-01T00:00:00',
  '2021-02-29T00:00:00Z',
  '2020-13-01T00:00:00Z',
  '2020-01-01T24:00:00Z',
  '2020-01-01T00:00:00+25:00',
  '2020-01-01T00:00:00+00:61',
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

test.each([
  [1_577_836_800_000_000_000n, '2020-01-01T00:00:00Z'],
  [-1n, '1969-12-31T23:59:59Z'],
])('%d ns prints as %s', (nanos, text) => {
  expect(formatTime(nanos)).toBe(text)
})
