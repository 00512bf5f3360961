import { expect, test } from '@jest/globals'
import { plainInteger } from '../../../../src/lib/kubelet/grammar/plain-quantity.ts'

/** As apimachinery's ParseQuantity and AsInt64. */
test.each<[text: string, value: bigint | undefined]>([
  ['0', 0n],
  ['.', 0n],
  ['10Mi', 10_485_760n],
  ['0010.Mi', 10_485_760n],
  ['-1k', -1_000n],
  ['1.5G', 1_500_000_000n],
  ['1e3', 1_000n],
  ['1.50e2', 150n],
  ['9E', 9_000_000_000_000_000_000n],
  ['10E', undefined],
  ['99999999999Ki', 102_399_999_998_976n],
  ['100000000000Ki', undefined],
  ['99Ti', 108_851_651_149_824n],
  ['100Ti', undefined],
  ['1Pi', undefined],
  ['1Ei', undefined],
  ['10.5Mi', undefined],
  ['1.0Ki', undefined],
  ['1.0', undefined],
  ['100m', undefined],
  ['1e-3', undefined],
  ['1000000000000000000', undefined],
  ['999999999999999999', 999_999_999_999_999_999n],
  ['', undefined],
  ['10 Mi', undefined],
  ['10MB', undefined],
])('%j is %p', (text, value) => {
  expect(plainInteger(text)).toBe(value)
})
