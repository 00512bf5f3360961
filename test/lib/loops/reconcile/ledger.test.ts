import { expect, test } from '@jest/globals'
import { backOffMs, Ledger } from '../../../../src/lib/loops/reconcile/ledger.ts'

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [7, 300_000],
  [500, 300_000],
])('after %i failures in a row it is tried again after at most %i ms, and at least half of it', (failures, ms) => {
  expect(backOffMs(failures, 0)).toBe(ms)
  expect(backOffMs(failures, 0.999)).toBeGreaterThan(ms / 2)
})

test('a node is as it is since it was first seen so', () => {
  const ledger = new Ledger()
  const seen = [
    [0, 'a'],
    [7_000, 'a'],
    [9_000, 'b'],
    [10_000, 'b'],
  ] as const
  expect(seen.map(([at, state]) => ledger.unchangedMs('node-a', state, at))).toEqual([0, 7_000, 0, 1_000])
})

test('what failed is tried again after its pause, something else at once', () => {
  const ledger = new Ledger()
  ledger.unchangedMs('node-a', 'a', 0)
  expect(ledger.toTry('node-a', 'resize 2', 0)).toBe(0)
  expect(ledger.failed('node-a', 1_000, 0)).toEqual({ count: 1, ms: 5_000 })
  const left = (work: string, at: number) => ledger.toTry('node-a', work, at)
  expect([left('resize 2', 1_000), left('resize 2', 5_999), left('resize 2', 6_000)]).toEqual([5_000, 1, 0])
  expect(ledger.failed('node-a', 6_000, 0)).toEqual({ count: 2, ms: 10_000 })
  expect([left('resize 2', 7_000), left('revert 1', 7_000)]).toEqual([9_000, 0])
})

test('in another state, or after a success, nothing waits', () => {
  const ledger = new Ledger()
  const fail = (at: number): number => {
    ledger.unchangedMs('node-a', 'a', at)
    ledger.toTry('node-a', 'resize 2', at)
    return ledger.failed('node-a', at, 0).ms
  }
  expect(fail(0)).toBe(5_000)
  ledger.unchangedMs('node-a', 'b', 1)
  expect(ledger.toTry('node-a', 'resize 2', 1)).toBe(0)
  expect(fail(2)).toBe(10_000)
  ledger.succeeded('node-a')
  expect([ledger.toTry('node-a', 'resize 2', 3), fail(4)]).toEqual([0, 5_000])
})

test('failures are counted in a row, whatever the state, until a success', () => {
  const ledger = new Ledger()
  const failed = (): number => ledger.failed('node-a', 0, 0).count
  ledger.unchangedMs('node-a', 'a', 0)
  expect([failed(), failed()]).toEqual([1, 2])
  ledger.unchangedMs('node-a', 'b', 0)
  expect(failed()).toBe(3)
  ledger.succeeded('node-a')
  expect(failed()).toBe(1)
  ledger.forget('node-a')
  expect(failed()).toBe(1)
})
