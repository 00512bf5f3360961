import { expect, test } from '@jest/globals'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { fullestFirst, percentOf, totalsOf } from '../../../../src/lib/sizes/plan/fullness.ts'

test.each<[bigint, bigint, number | undefined]>([
  [0n, 4n, 0],
  [1n, 3n, 33.3],
  [2n, 3n, 66.6],
  [9_999n, 10_000n, 99.9],
  [4n, 4n, 100],
  [5n, 4n, 125],
  [-1n, 4n, -25],
  [1n, 0n, undefined],
  [0n, -1n, undefined],
])('%s of %s is %s percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

const row = (name: string, requested: [string, string], size: [string, string] = ['4', '16Gi']) => ({
  name,
  size: amountsOf({ cpu: size[0], memory: size[1] }),
  requested: amountsOf({ cpu: requested[0], memory: requested[1] }),
})

test('the fullest node by either resource is first, equal ones stay in their order', () => {
  const rows = [
    row('empty', ['0', '0']),
    row('half-a', ['2', '0']),
    row('half-b', ['0', '8Gi']),
    row('without-size', ['0', '0'], ['0', '0']),
    row('over', ['5', '1Gi']),
    row('full', ['1', '16Gi']),
  ]
  const names = fullestFirst(rows).map(({ name }) => name)
  expect(names).toEqual(['without-size', 'over', 'full', 'half-a', 'half-b', 'empty'])
})

const used = (cpu: string | undefined) => ({
  size: amountsOf({ cpu: '3', memory: '12Gi' }),
  allocatable: amountsOf({ cpu: '4', memory: '16Gi' }),
  balloon: amountsOf({ cpu: '1', memory: '4Gi' }),
  requested: amountsOf({ cpu: '1', memory: '1Gi' }),
  free: amountsOf({ cpu: '2', memory: '11Gi' }),
  used: cpu === undefined ? undefined : amountsOf({ cpu, memory: '2Gi' }),
})

test('usage is summed over the nodes that were measured', () => {
  expect(totalsOf([used('1'), used(undefined), used('500m')])).toEqual({
    nodes: 3,
    measured: 2,
    size: amountsOf({ cpu: '9', memory: '36Gi' }),
    measuredSize: amountsOf({ cpu: '6', memory: '24Gi' }),
    allocatable: amountsOf({ cpu: '12', memory: '48Gi' }),
    balloon: amountsOf({ cpu: '3', memory: '12Gi' }),
    requested: amountsOf({ cpu: '3', memory: '3Gi' }),
    free: amountsOf({ cpu: '6', memory: '33Gi' }),
    used: amountsOf({ cpu: '1500m', memory: '4Gi' }),
  })
  expect(totalsOf([used(undefined)]).used).toBeUndefined()
  expect(totalsOf([]).size).toEqual(amountsOf({}))
})
