import { expect, test } from '@jest/globals'
import { int64Of, parseInt64 } from '../../../src/lib/quantity/int64.ts'
import { parseQuantity } from '../../../src/lib/quantity/quantity.ts'

test.each([
  ['0', 0n],
  ['1Ki', 1_024n],
  ['1n', 1n],
  ['1.5', 2n],
  ['-0.5', -1n],
  ['9E', 9n * 10n ** 18n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['9223372036854775808', -(2n ** 63n)],
  ['18446744073709551616', 0n],
  ['18446744073709551617', 1n],
  ['16Ei', 2n ** 63n - 1n],
  ['10E', 0n],
  ['10000000000000000000', 10n ** 19n - 2n ** 64n],
  ['00000000000000000010E', 0n],
  ['-10E', 0n],
  ['9.3E', 0n],
  ['1e64', 0n],
])('%s counts as %d', (text, value) => {
  expect(int64Of(parseQuantity(text)!)).toBe(value)
})

/** As Go's strconv.Atoi. */
test.each<[text: string, value: bigint | undefined]>([
  ['0', 0n],
  ['-0', 0n],
  ['+08', 8n],
  [`${'0'.repeat(40)}7`, 7n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['-9223372036854775808', -(2n ** 63n)],
  ['9223372036854775808', undefined],
  ['99999999999999999999', undefined],
  ['', undefined],
  ['-', undefined],
  ['1_0', undefined],
  ['0x8', undefined],
  [' 8', undefined],
  ['8.0', undefined],
  ['٨', undefined],
])('%j is %p as a text', (text, value) => {
  expect(parseInt64(text)).toBe(value)
})
