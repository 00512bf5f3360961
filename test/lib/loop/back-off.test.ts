import { expect, test } from '@jest/globals'
import { BackOff, backOffMs } from '../../../src/lib/loop/back-off.ts'

const range = { firstMs: 5_000, longestMs: 300_000 }

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [7, 300_000],
  [500, 300_000],
])('after %i failures in a row it is tried again after at most %i ms, and at least half of it', (failures, ms) => {
  expect(backOffMs(range, failures, 0)).toBe(ms)
  expect(backOffMs(range, failures, 0.999)).toBeGreaterThan(ms / 2)
})

test('pauses grow with each failure, and begin anew after a success', async () => {
  const slept: number[] = []
  const clock = { sleep: async (ms: number) => void slept.push(ms) }
  const backOff = new BackOff({ clock, random: () => 0 })
  const { signal } = new AbortController()
  for (let i = 0; i < 3; i++) await backOff.afterFailure(signal)
  backOff.reset()
  await backOff.afterFailure(signal)
  expect([slept, backOff.nextMs()]).toEqual([[1_000, 2_000, 4_000, 1_000], 2_000])
})
