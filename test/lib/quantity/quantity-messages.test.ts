import '../../../src/lib/quantity/quantity-messages.ts'
import { expect, test } from '@jest/globals'
import { describe, messageOf } from '../../../src/lib/message/describe.ts'
import type { QuantityFact } from '../../../src/lib/quantity/quantity-messages.ts'

test.each<[string, QuantityFact]>([
  ["'4cpu' is not an amount of cpu", { reason: 'InvalidQuantity', resource: 'cpu', value: '4cpu' }],
  [
    "'4Gi' is an amount of memory, not of cpu",
    { reason: 'InvalidQuantity', resource: 'cpu', value: '4Gi', looksLike: 'memory' },
  ],
  [
    "'512m' is in thousandths of a byte",
    { reason: 'InvalidQuantity', resource: 'memory', value: '512m', looksLike: 'thousandths' },
  ],
  ["'0.0001' is below 1m, the smallest amount of cpu", { reason: 'CpuTooSmall', value: '0.0001' }],
  ["'1.5m' is not a whole number of millicores (m)", { reason: 'CpuTooFine', value: '1.5m' }],
  ["'9E' is more cpu than Kubernetes can count", { reason: 'QuantityTooLarge', resource: 'cpu', value: '9E' }],
  ["'1' is only 1 byte: the unit is missing", { reason: 'UnitMissing', value: '1', bytes: 1n }],
  ["'16' is only 16 bytes: the unit is missing", { reason: 'UnitMissing', value: '16', bytes: 16n }],
  ["the API server returned 'x', which is not a quantity", { reason: 'UnreadableQuantity', value: 'x' }],
])('%s', (message, fact) => {
  expect(messageOf(fact)).toBe(message)
})

test.each<[string, QuantityFact]>([
  [
    'use cores, such as 4 or 0.5, or millicores, such as 3500m',
    { reason: 'InvalidQuantity', resource: 'cpu', value: 'x' },
  ],
  ['use a number with a unit, such as 512Mi or 16Gi', { reason: 'InvalidQuantity', resource: 'memory', value: 'x' }],
  ['add the unit, such as 16Gi', { reason: 'UnitMissing', value: '16', bytes: 16n }],
])('the remedy: %s', (hint, fact) => {
  expect(describe(fact).hints).toEqual([hint])
})
