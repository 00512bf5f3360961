import { expect, test } from '@jest/globals'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { renormalize } from '../../../../src/lib/sizes/plan/renormalize.ts'

const requests = (memory: string) => ({ text: { cpu: '1', memory }, amounts: amountsOf({ cpu: '1', memory }) })

test.each([
  ['16Mi', '16777216'],
  ['16777216', '16Mi'],
])('%s can be written as %s', (memory, other) => {
  expect(renormalize(requests(memory))).toEqual({ ...requests(memory), text: { cpu: '1', memory: other } })
})

test('an odd number of bytes has but one text', () => {
  expect(renormalize(requests('16777217'))).toBeUndefined()
})
