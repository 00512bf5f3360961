import { expect, test } from '@jest/globals'
import { numberOfPercentage } from '../../../../src/lib/kubelet/grammar/percentage.ts'

test.each([
  ['10%', '10'],
  ['1%0%%', '1%0'],
  ['%', ''],
  ['10', undefined],
  ['10% ', undefined],
  ['', undefined],
])('the number of %j is %j', (text, number) => {
  expect(numberOfPercentage(text)).toBe(number)
})
