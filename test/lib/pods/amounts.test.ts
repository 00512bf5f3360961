import { expect, test } from '@jest/globals'
import { add, amountsOf, equal, formatAmounts, larger, none, subtract, sum } from '../../../src/lib/pods/amounts.ts'

const web = { cpu: 1_500n, memory: 2n ** 30n }
const job = { cpu: 250n, memory: 2n ** 31n }

test('amounts are read from quantities; what is absent is zero', () => {
  expect(amountsOf({ cpu: '1500m', memory: '1Gi', pods: '110' })).toEqual(web)
  expect(amountsOf({ cpu: '1' })).toEqual({ cpu: 1_000n, memory: 0n })
  expect(amountsOf()).toEqual(none)
})

test('amounts are written as an API server would write them', () => {
  expect(formatAmounts(web)).toEqual({ cpu: '1500m', memory: '1Gi' })
})

test('each resource is reckoned by itself', () => {
  expect(add(web, job)).toEqual({ cpu: 1_750n, memory: 3n * 2n ** 30n })
  expect(subtract(web, job)).toEqual({ cpu: 1_250n, memory: -(2n ** 30n) })
  expect(larger(web, job)).toEqual({ cpu: 1_500n, memory: 2n ** 31n })
  expect(sum([web, job, job])).toEqual({ cpu: 2_000n, memory: 5n * 2n ** 30n })
  expect(sum([])).toEqual(none)
})

test('amounts are equal when both resources are', () => {
  expect(equal(web, { ...web })).toBe(true)
  expect(equal(web, { ...web, cpu: 1n })).toBe(false)
  expect(equal(web, { ...web, memory: 1n })).toBe(false)
})
