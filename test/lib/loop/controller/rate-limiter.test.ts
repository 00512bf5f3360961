import { expect, test } from '@jest/globals'
import { RateLimiter } from '../../../../src/lib/loop/controller/rate-limiter.ts'

/** A limiter without randomness, and its clock. */
function limiter() {
  const time = { ms: 0 }
  const clock = { monotonic: () => time.ms }
  const rateLimiter = new RateLimiter({ clock, random: () => 0, backOff: { firstMs: 5_000, longestMs: 300_000 } })
  const at = (ms: number): RateLimiter => {
    time.ms = ms
    return rateLimiter
  }
  /** Tries, which fails: how long it had to wait, and which failure in a row it is. */
  const fail = (work: string, ms: number): readonly number[] => {
    const waitMs = at(ms).remainingMs('node-a', work)
    rateLimiter.when('node-a')
    return [waitMs, rateLimiter.numRequeues('node-a')]
  }
  return { rateLimiter, at, fail }
}

test('what failed is tried again after its pause, something else at once', () => {
  const { at } = limiter()
  expect(at(0).remainingMs('node-a', 'resize 2')).toBe(0)
  expect([at(1_000).when('node-a'), at(1_000).numRequeues('node-a')]).toEqual([5_000, 1])
  const left = (work: string, ms: number) => at(ms).remainingMs('node-a', work)
  expect([left('resize 2', 1_000), left('resize 2', 5_999), left('resize 2', 6_000)]).toEqual([5_000, 1, 0])
  expect([at(6_000).when('node-a'), at(6_000).numRequeues('node-a')]).toEqual([10_000, 2])
  expect([left('resize 2', 7_000), left('revert 1', 7_000)]).toEqual([9_000, 0])
})

test('after a success nothing waits, and other work has failures of its own', () => {
  const { rateLimiter, fail } = limiter()
  expect([fail('resize 2', 0), fail('resize 2', 5_000), fail('resize 1', 5_001)]).toEqual([
    [0, 1],
    [0, 2],
    [0, 1],
  ])
  rateLimiter.forget('node-a')
  expect(rateLimiter.numRequeues('node-a')).toBe(0)
  expect(fail('resize 1', 5_002)).toEqual([0, 1])
})

test('failures of any kind are counted in a row, until a success', () => {
  const { rateLimiter } = limiter()
  const failed = (): number => {
    rateLimiter.when('node-a')
    return rateLimiter.numRequeues('node-a')
  }
  expect([failed(), failed(), failed()]).toEqual([1, 2, 3])
  rateLimiter.forget('node-a')
  expect(failed()).toBe(1)
})
