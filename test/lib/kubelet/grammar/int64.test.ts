import { expect, test } from '@jest/globals'
import { parseInt64 } from '../../../../src/lib/kubelet/grammar/int64.ts'

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
])('%j is %p', (text, value) => {
  expect(parseInt64(text)).toBe(value)
})
