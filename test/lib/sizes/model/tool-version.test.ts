import { expect, test } from '@jest/globals'
import { isOlder } from '../../../../src/lib/sizes/model/tool-version.ts'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.9.9', false],
  ['1.2.3', '1.2.3', false],
  ['1.0.0-rc.1', '1.0.0', true],
  ['1.0.0', '1.0.0-rc.1', false],
  ['1.0.0-rc.2', '1.0.0-rc.10', true],
  ['v0.1.0', '0.1.1+abc', true],
  ['latest', '0.1.0', false],
  ['0.1.0', 'latest', false],
])('%s is older than %s: %p', (one, other, is) => {
  expect(isOlder(one, other)).toBe(is)
})
