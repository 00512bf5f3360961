import { describe, expect, test } from '@jest/globals'
import { formatMemory, memoryOf, parseMemory } from '../../../src/lib/quantity/memory.ts'
import { formatQuantity, parseQuantity } from '../../../src/lib/quantity/quantity.ts'
import type { QuantityFact } from '../../../src/lib/quantity/quantity-messages.ts'
import { seeded } from './seeded.ts'

const refused = (fact: QuantityFact): unknown => expect.objectContaining({ code: 'usage', fact })

test.each([
  ['16Gi', 17_179_869_184n],
  ['1.5G', 1_500_000_000n],
  ['512Mi', 536_870_912n],
  ['1048576', 1_048_576n],
  ['0.1Ki', 103n],
  ['129e6', 129_000_000n],
  ['1e9', 1_000_000_000n],
  ['.5Gi', 536_870_912n],
  ['1.1234567891Gi', 1_206_302_542n],
  ['0', 0n],
  ['7Ei', 8_070_450_532_247_928_832n],
])('a person who writes %s means %d bytes, rounded up', (text, bytes) => {
  expect(parseMemory(text)).toBe(bytes)
})

test.each(['', '.', '+', '-1Gi', 'Gi', 'e9', '1.2.3Gi', '4GB', '4gi', '4g', '4 Gi', 'NaN', '50%', '16Gi\n'])(
  '%j is not an amount of memory',
  (text) => {
    expect(() => parseMemory(text)).toThrow(refused({ reason: 'InvalidQuantity', resource: 'memory', value: text }))
  },
)

test('a lower-case m, often mistaken for mega, is thousandths of a byte', () => {
  const fact = { reason: 'InvalidQuantity', resource: 'memory', value: '512m', looksLike: 'thousandths' } as const
  expect(() => parseMemory('512m')).toThrow(refused(fact))
})

test.each([
  ['16', 16n],
  ['1048575', 1_048_575n],
  ['1.5', 2n],
  ['1e3', 1_000n],
])('%s without a unit is taken for a slip', (value, bytes) => {
  expect(() => parseMemory(value)).toThrow(refused({ reason: 'UnitMissing', value, bytes }))
})

test.each(['8Ei', '9223372036854775808', '9'.repeat(400), '1e400'])(
  'more than an int64 of bytes is refused (%#)',
  (text) => {
    expect(() => parseMemory(text)).toThrow(refused({ reason: 'QuantityTooLarge', resource: 'memory', value: text }))
  },
)

describe('the text of a server', () => {
  test.each([
    [undefined, 0n],
    ['32617196Ki', 33_400_008_704n],
    ['128974848', 128_974_848n],
    ['1e9', 1_000_000_000n],
    ['16777216500m', 16_777_217n],
    ['1m', 1n],
  ])('%s is %d bytes', (text, bytes) => {
    expect(memoryOf(text)).toBe(bytes)
  })

  test('must be a quantity', () => {
    const fact = { reason: 'UnreadableQuantity', value: '' } as const
    expect(() => memoryOf('')).toThrow(expect.objectContaining({ code: 'invalid', fact }))
  })
})

test.each([
  [17_179_869_184n, '16Gi'],
  [1_610_612_736n, '1536Mi'],
  [20_000_000n, '20M'],
  [1_048_577n, '1048577'],
  [1_024n, '1Ki'],
  [1_000n, '1k'],
  [0n, '0'],
  [-1_073_741_824n, '-1Gi'],
])('%d bytes are written %s', (bytes, text) => {
  expect(formatMemory(bytes)).toBe(text)
})

test('formatted text is parsed to the same value, and a server keeps it unchanged', () => {
  const random = seeded(2)
  for (let round = 0; round < 2_000; round++) {
    const bytes = BigInt(random(2 ** 31)) * 2n ** BigInt(random(32))
    const text = formatMemory(bytes)
    expect(memoryOf(text)).toBe(bytes)
    expect(formatQuantity(parseQuantity(text)!)).toBe(text)
  }
})
