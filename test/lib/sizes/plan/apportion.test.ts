import { expect, test } from '@jest/globals'
import { apportion } from '../../../../src/lib/sizes/plan/host.ts'
import { randomFrom } from '../model/random.ts'

test.each<[string, bigint, readonly bigint[], readonly bigint[]]>([
  ['that divides', 9n, [1n, 1n, 1n], [3n, 3n, 3n]],
  ['with a rest: the first ones get it', 8_000n, [1n, 1n, 1n], [2_667n, 2_667n, 2_666n]],
  ['by weights', 8n, [2n, 1n, 1n], [4n, 2n, 2n]],
  ['with a rest: the largest remainder gets it', 10n, [1n, 5n, 1n], [2n, 7n, 1n]],
  ['smaller than the number of parts', 2n, [1n, 1n, 1n], [1n, 1n, 0n]],
  ['of one part', 7n, [3n], [7n]],
  ['beyond 2^53', 2n ** 63n - 1n, [1n, 1n], [2n ** 62n, 2n ** 62n - 1n]],
])('a total %s', (_, total, weights, parts) => {
  expect(apportion(total, weights)).toEqual(parts)
})

test('parts sum exactly to the total, and none is a unit away from its proportion', () => {
  const random = randomFrom(1)
  for (let round = 0; round < 2_000; round++) {
    const weights = Array.from({ length: 1 + random(8) }, () => BigInt(1 + random(1_000)))
    const total = BigInt(random(2 ** 40))
    const parts = apportion(total, weights)
    const all = weights.reduce((sum, weight) => sum + weight)
    expect(parts.reduce((sum, part) => sum + part)).toBe(total)
    for (const [i, part] of parts.entries()) {
      const off = part * all - total * weights[i]!
      expect(off > -all && off < all).toBe(true)
    }
  }
})

test('a larger weight never gets less', () => {
  const random = randomFrom(2)
  for (let round = 0; round < 500; round++) {
    const weights = Array.from({ length: 2 + random(6) }, () => BigInt(1 + random(50)))
    const parts = apportion(BigInt(random(10_000)), weights)
    const order = weights
      .map((weight, i) => ({ weight, part: parts[i]! }))
      .toSorted((a, b) => Number(a.weight - b.weight))
    for (const [i, { weight, part }] of order.entries())
      if (weight > (order[i - 1]?.weight ?? weight)) expect(part >= order[i - 1]!.part).toBe(true)
  }
})
