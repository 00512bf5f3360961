import { expect, test } from '@jest/globals'
import { getSizes } from '../../../../src/lib/flows/sizes/get-sizes.ts'
import { clusterOf, limits } from '../clusters.ts'

test.each([
  ['two of three', ['node-b', 'gone', 'node-a'], ['node-b', 'node-a'], ['gone']],
  ['one of many', ['a', 'b', 'c', 'node-a'], ['node-a'], ['a', 'b', 'c']],
  ['all when none is named', [], ['node-a', 'node-b'], []],
])('names find %s', async (_, names, found, unknown) => {
  const { cluster } = clusterOf({}, { name: 'node-b' })
  const got = await getSizes(cluster, { names, selector: undefined }, limits)
  expect({ ...got, sizes: got.sizes.map((size) => size.node.name) }).toEqual({ sizes: found, unknown })
})
