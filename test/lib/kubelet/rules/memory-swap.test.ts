import { expect, test } from '@jest/globals'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { checkedBody } from '../check/documents.ts'

test.each<[Release, string, string]>([
  ['1.37', 'UnlimitedSwap', 'UnlimitedSwap was removed in 1.30'],
  ['1.29', 'NoSwap', 'NoSwap was added in 1.30'],
  ['1.37', 'limitedswap', 'did you mean LimitedSwap?'],
])('in %s, %s is answered with: %s', async (release, behavior, remedy) => {
  const gate = release === '1.29' ? 'featureGates: {NodeSwap: true}\n' : ''
  const { findings } = await checkedBody(`${gate}memorySwap: {swapBehavior: ${behavior}}\n`, release)
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'V46', remedy }))
})
