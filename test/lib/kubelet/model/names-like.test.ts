import { expect, test } from '@jest/globals'
import { namesLike } from '../../../../src/lib/kubelet/model/names-like.ts'

const names = [
  'TaintTolerationComparisonOperators',
  'CPUManagerPolicyOptions',
  'failSwapOn',
  'memorySwap',
  'imageGCHighThresholdPercent',
]

test.each([
  ['nope', undefined],
  ['son', undefined],
  ['policies', undefined],
  ['sw', undefined],
  ['swap', ['failSwapOn', 'memorySwap']],
  ['SWAP', ['failSwapOn', 'memorySwap']],
  ['memory', ['memorySwap']],
  ['comparison', ['TaintTolerationComparisonOperators']],
  ['manager', ['CPUManagerPolicyOptions']],
  ['managerPolicy', ['CPUManagerPolicyOptions']],
  ['gchigh', ['imageGCHighThresholdPercent']],
  ['high', ['imageGCHighThresholdPercent']],
])('names that are similar to %s', (text, expected) => {
  expect(namesLike(text, names)?.names).toEqual(expected)
})
