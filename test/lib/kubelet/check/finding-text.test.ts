import { expect, test } from '@jest/globals'
import { problemText } from '../../../../src/lib/kubelet/check/finding-text.ts'
import { checkedBody } from './documents.ts'

test('a problem that a command tells names its rule, which --ignore takes', async () => {
  const { findings } = await checkedBody('maxPods: 2\n')
  expect(problemText('a.yaml', { ...findings[0]!, releases: ['1.37'] }, ['1.37'])).toMatch(
    /^a\.yaml:3:10: H07 maxPods 2 is fewer than .* \(.+\)$/,
  )
})
