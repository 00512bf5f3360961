import { expect, test } from '@jest/globals'
import { humanDuration } from '../../../src/sandbox/core/columns/human-duration.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

test.each([
  [-5 * second, '<invalid>'],
  [-second, '0s'],
  [119 * second, '119s'],
  [2 * minute, '2m'],
  [5 * minute + 30 * second, '5m30s'],
  [179 * minute, '179m'],
  [4 * hour + 5 * minute, '4h5m'],
  [47 * hour, '47h'],
  [3 * day + 4 * hour, '3d4h'],
  [100 * day, '100d'],
  [3 * 365 * day, '3y'],
])('%d ms is %s', (ms, expected) => {
  expect(humanDuration(ms)).toBe(expected)
})
