import { expect, test } from '@jest/globals'
import { backOffMs, Ledger } from '../../../../src/lib/loops/reconcile/ledger.ts'

test('each failure in a row doubles the pause, up to five minutes', () => {
  expect([1, 2, 3, 7, 8].map((failures) => backOffMs(failures, 0))).toEqual([5_000, 10_000, 20_000, 300_000, 300_000])
  expect(backOffMs(2, 0.5)).toBe(7_500)
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
