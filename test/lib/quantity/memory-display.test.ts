import { expect, test } from '@jest/globals'
import { displayMemoryRoundedDown, displayMemoryRoundedUp, parseMemory } from '../../../src/lib/quantity/memory.ts'
import { seeded } from './seeded.ts'

test.each([
  [0n, '0', '0'],
  [512n, '512', '512'],
  [1_024n, '1Ki', '1Ki'],
  [25_171_656_704n, '23.4Gi', '23.5Gi'],
  [17_179_869_184n, '16Gi', '16Gi'],
  [17_179_869_185n, '16Gi', '16.1Gi'],
  [17_179_869_183n, '15.9Gi', '16Gi'],
  [1_073_741_823n, '1023.9Mi', '1Gi'],
  [-1_610_612_737n, '-1.6Gi', '-1.5Gi'],
  [2n ** 63n - 1n, '7.9Ei', '8Ei'],
])('%d bytes are shown as %s rounded down and %s rounded up', (bytes, down, up) => {
  expect(displayMemoryRoundedDown(bytes)).toBe(down)
  expect(displayMemoryRoundedUp(bytes)).toBe(up)
})

test('the direction of rounding is kept for any amount', () => {
  const random = seeded(3)
  for (let round = 0; round < 2_000; round++) {
    const bytes = 2n ** 21n + BigInt(random(2 ** 31)) * 2n ** BigInt(random(20))
    expect(parseMemory(displayMemoryRoundedDown(bytes))).toBeLessThanOrEqual(bytes)
    expect(parseMemory(displayMemoryRoundedUp(bytes))).toBeGreaterThanOrEqual(bytes)
  }
})
