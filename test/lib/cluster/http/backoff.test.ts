import { expect, test } from '@jest/globals'
import { backoffMs } from '../../../../src/lib/cluster/http/backoff.ts'

const halfASecond = { firstMs: 500, longestMs: 30_000 }

test.each([
  [0, 250, 500],
  [1, 250, 500],
  [2, 500, 1000],
  [5, 4000, 8000],
  [100, 15_000, 30_000],
])('after %d failures the pause is %d to %d ms', (failures, shortest, longest) => {
  expect(backoffMs(halfASecond, failures, 0)).toBe(shortest)
  expect(backoffMs(halfASecond, failures, 1)).toBe(longest)
})
