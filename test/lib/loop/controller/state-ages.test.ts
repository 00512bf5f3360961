import { expect, test } from '@jest/globals'
import { StateAges } from '../../../../src/lib/loop/controller/state-ages.ts'

test('an object is as it is since it was first seen so', () => {
  const ages = new StateAges()
  const seen = [
    [0, 'a'],
    [7_000, 'a'],
    [9_000, 'b'],
    [10_000, 'b'],
  ] as const
  expect(seen.map(([at, state]) => ages.unchangedMs('node-a', state, at))).toEqual([0, 7_000, 0, 1_000])
})

test('an object that was forgotten is new', () => {
  const ages = new StateAges()
  ages.unchangedMs('node-a', 'a', 0)
  ages.forget('node-a')
  expect(ages.unchangedMs('node-a', 'a', 5_000)).toBe(0)
})
