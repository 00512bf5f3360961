import { expect, test } from '@jest/globals'
import { backOffMs } from '../../src/lib/back-off.ts'

const range = { firstMs: 5_000, longestMs: 300_000 }

test.each([
  [0, 5_000],
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [7, 300_000],
  [500, 300_000],
])('after %i failures in a row it is tried again after at most %i ms, and at least half of it', (failures, ms) => {
  expect(backOffMs(range, failures, 0)).toBe(ms)
  expect(backOffMs(range, failures, 0.999)).toBeGreaterThan(ms / 2)
})
