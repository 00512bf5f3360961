import { describe, expect, test } from '@jest/globals'
import { cpuOf, formatCpu, parseCpu } from '../../../src/lib/quantity/cpu.ts'
import type { QuantityFact } from '../../../src/lib/quantity/quantity-messages.ts'
import { seeded } from './seeded.ts'

const refused = (fact: QuantityFact): unknown => expect.objectContaining({ code: 'usage', fact })

test.each([
  ['4', 4_000n],
  ['0.5', 500n],
  ['1.125', 1_125n],
  ['3500m', 3_500n],
  ['007', 7_000n],
  ['0', 0n],
  ['2k', 2_000_000n],
  ['1e3', 1_000_000n],
  ['1E-1', 100n],
  ['0.5000', 500n],
  ['5000u', 5n],
  ['.5', 500n],
  ['5.', 5_000n],
  ['9223372036854775807m', 2n ** 63n - 1n],
])('a person who writes %s means %d millicores', (text, milli) => {
  expect(parseCpu(text)).toBe(milli)
})

test.each(['', '.', '+', '-1', '.m', 'e3', '1.2.3', '4cpu', '4 ', 'NaN', 'Infinity', '0x4', '1,5', '50%'])(
  '%j is not an amount of cpu',
  (text) => {
    expect(() => parseCpu(text)).toThrow(refused({ reason: 'InvalidQuantity', resource: 'cpu', value: text }))
  },
)

test.each(['0.0001', '0.0005', '0.5m', '100u', '1e-4'])('%s is less than a millicore', (text) => {
  expect(() => parseCpu(text)).toThrow(refused({ reason: 'CpuTooSmall', value: text }))
})

test.each(['1.5m', '0.0015', '1.12345'])('%s is not a whole number of millicores', (text) => {
  expect(() => parseCpu(text)).toThrow(refused({ reason: 'CpuTooFine', value: text }))
})

test.each(['4Gi', '1.5G', '512Mi', '1M'])('%s is recognized as memory', (text) => {
  const fact = { reason: 'InvalidQuantity', resource: 'cpu', value: text, looksLike: 'memory' } as const
  expect(() => parseCpu(text)).toThrow(refused(fact))
})

test.each(['9223372036854775808m', '9'.repeat(400), '1e400'])(
  'more than an int64 of millicores is refused (%#)',
  (text) => {
    expect(() => parseCpu(text)).toThrow(refused({ reason: 'QuantityTooLarge', resource: 'cpu', value: text }))
  },
)

describe('the text of a server', () => {
  test.each([
    [undefined, 0n],
    ['0', 0n],
    ['7910m', 7_910n],
    ['7.91', 7_910n],
    ['1e3', 1_000_000n],
    ['0.0005', 1n],
    ['100u', 1n],
    ['1000001u', 1_001n],
    ['1Ki', 1_024_000n],
  ])('%s is %d millicores', (text, milli) => {
    expect(cpuOf(text)).toBe(milli)
  })

  test('must be a quantity', () => {
    const fact = { reason: 'UnreadableQuantity', value: 'banana' } as const
    expect(() => cpuOf('banana')).toThrow(expect.objectContaining({ code: 'invalid', fact }))
  })
})

test.each([
  [4_000n, '4'],
  [3_500n, '3500m'],
  [1n, '1m'],
  [0n, '0'],
  [-500n, '-500m'],
  [5_000_000n, '5k'],
])('%d millicores are written %s', (milli, text) => {
  expect(formatCpu(milli)).toBe(text)
})

test('formatted text is parsed to the same value, as user input and from a server', () => {
  const random = seeded(1)
  for (let round = 0; round < 2_000; round++) {
    const milli = BigInt(random(1_000_000))
    expect(parseCpu(formatCpu(milli))).toBe(milli)
    expect(cpuOf(formatCpu(milli))).toBe(milli)
  }
})
