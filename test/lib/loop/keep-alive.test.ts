import { expect, test } from '@jest/globals'
import { keepAlive } from '../../../src/lib/loop/keep-alive.ts'
import { systemClock } from '../../../src/lib/machine/clock.ts'
import type { Clock } from '../../../src/lib/ports/clock.ts'

/** The pauses between signs of life, until so many of them. */
async function run(watchdogMs: number | undefined, { pauses, isAlive }: { pauses: number; isAlive: () => boolean }) {
  const end = new AbortController()
  const slept: number[] = []
  let told = 0
  const clock: Clock = {
    ...systemClock,
    sleep: async (ms, signal) => {
      slept.push(ms)
      if (slept.length === pauses) end.abort(new Error('over'))
      signal.throwIfAborted()
    },
  }
  const supervisor = {
    watchdogMs,
    tell: async ({ alive }: { alive?: true }) => {
      if (alive) told++
    },
  }
  const outcome = await keepAlive({ supervisor, clock, isAlive }, end.signal).catch((error: Error) => error.message)
  return { slept, told, outcome }
}

test('three signs of life in each period', async () => {
  expect(await run(60_000, { pauses: 3, isAlive: () => true })).toEqual({
    slept: [20_000, 20_000, 20_000],
    told: 3,
    outcome: 'over',
  })
})

test('none while the agent makes no progress', async () => {
  let looks = 0
  const { told } = await run(60_000, { pauses: 4, isAlive: () => ++looks !== 2 && looks !== 3 })
  expect(told).toBe(2)
})

test('none without a watchdog', async () => {
  expect(await run(undefined, { pauses: 1, isAlive: () => true })).toEqual({ slept: [], told: 0, outcome: undefined })
})
