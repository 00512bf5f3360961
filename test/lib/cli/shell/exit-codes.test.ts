import { expect, test } from '@jest/globals'
import { combineOutcomes } from '../../../../src/lib/cli/shell/exit-codes.ts'

test.each([
  ['nothing to do is done', [], 'done'],
  ['all done is done', ['done', 'done'], 'done'],
  ['some done and others not is partial', ['done', 'reverted', 'refused'], 'partial'],
  ['the same trouble for all is that trouble', ['conflict', 'conflict'], 'conflict'],
  ['none done is the most serious trouble, not partial', ['refused', 'timeout', 'invalid'], 'timeout'],
  ['the order of the targets does not count', ['invalid', 'refused'], 'refused'],
  ['whoever was interrupted knows it', ['done', 'interrupted', 'reverted'], 'interrupted'],
] as const)('%s', (_name, outcomes, combined) => {
  expect(combineOutcomes(outcomes)).toBe(combined)
})
