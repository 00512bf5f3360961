import { expect, test } from '@jest/globals'
import { respell } from '../../../src/lib/sizing/respell.ts'

test.each([
  ['16Mi', '16777216'],
  ['16777216', '16Mi'],
])('%s can be written as %s', (memory, other) => {
  expect(respell({ cpu: '1', memory })).toEqual({ cpu: '1', memory: other })
})

test('an odd number of bytes has but one text', () => {
  expect(respell({ cpu: '1', memory: '16777217' })).toBeUndefined()
})
