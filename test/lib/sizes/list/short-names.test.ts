import { expect, test } from '@jest/globals'
import { shortNames } from '../../../../src/lib/sizes/list/top-bars.ts'

const room = { width: 9, gap: '…' }

test.each([
  [['node-a'], 'node-a', 'node-a'],
  [['123456789'], '123456789', '123456789'],
  [['1234567890'], '1234567890', '1234…7890'],
  // Another one that would look the same, now or later.
  [['1234567890', '1234xx7890'], '1234567890', '1234567890'],
  [['1234567890', '1234xx7890'], '1234xx7890', '1234xx7890'],
  [['1234567890'], '1234xx7890', '1234xx7890'],
  [['1234…7890', '1234567890'], '1234567890', '1234567890'],
  [['1234567890', '1234567890'], '1234567890', '1234…7890'],
  [[], '1234567890', '1234…7890'],
])('of %j, %s is shown as %s', (names, name, shown) => {
  const short = shortNames(names, room)
  expect([short(name), short(name)]).toEqual([shown, shown])
})

test('of two that come later, the first one is cut', () => {
  const short = shortNames([], room)
  expect(['1234567890', '1234xx7890', '1234567890'].map(short)).toEqual(['1234…7890', '1234xx7890', '1234…7890'])
})
