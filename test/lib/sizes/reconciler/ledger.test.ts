import { expect, test } from '@jest/globals'
import { backOffMs, Ledger } from '../../../../src/lib/sizes/reconciler/ledger.ts'

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

test('another state does not shorten a pause: an attempt and its revert make some', () => {
  const ledger = new Ledger()
  ledger.toTry('node-a', 'resize 2', 0)
  ledger.failed('node-a', 0, 0)
  for (const [at, state] of ['a', 'b', 'a'].entries()) ledger.unchangedMs('node-a', state, at)
  expect(ledger.toTry('node-a', 'resize 2', 3)).toBe(4_997)
})

test('after a success nothing waits, and other work has failures of its own', () => {
  const ledger = new Ledger()
  const fail = (work: string, at: number): readonly number[] => [
    ledger.toTry('node-a', work, at),
    ledger.failed('node-a', at, 0).count,
  ]
  expect([fail('resize 2', 0), fail('resize 2', 5_000), fail('resize 1', 5_001)]).toEqual([
    [0, 1],
    [0, 2],
    [0, 1],
  ])
  ledger.succeeded('node-a')
  expect(fail('resize 1', 5_002)).toEqual([0, 1])
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
