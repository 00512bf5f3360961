import { expect, test } from '@jest/globals'
import { isMoreOften, type Rate } from '../../../src/lib/rollouts/more-often.ts'

const rate = (count: number, ms: number): Rate => ({ count, ms })

test.each<[string, Rate, Rate, boolean]>([
  ['once, and never elsewhere', rate(1, 10), rate(0, 10), true],
  ['never, and never elsewhere', rate(0, 10), rate(0, 10), false],
  ['never, and often elsewhere', rate(0, 10), rate(9, 10), false],
  ['once, and elsewhere nobody looked', rate(1, 10), rate(0, 0), false],
  ['as often', rate(10, 10), rate(10, 10), false],
  ['less often', rate(1, 10), rate(10, 10), false],
  ['once, and once in a time that is thirty times as long', rate(1, 10), rate(1, 300), false],
  ['once, and once in a time that is sixty times as long', rate(1, 10), rate(1, 600), true],
  ['twice as often, of few', rate(4, 10), rate(2, 10), false],
  ['twice as often, of many', rate(40, 10), rate(20, 10), true],
  ['a little more often, of very many', rate(5_200, 10), rate(5_000, 10), true],
  ['as often, of very many', rate(5_010, 10), rate(5_000, 10), false],
])('%s', (_, one, other, isMore) => {
  expect(isMoreOften(one, other)).toBe(isMore)
})
