import { expect, test } from '@jest/globals'
import { BackOff } from '../../../src/lib/loop/back-off.ts'

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
