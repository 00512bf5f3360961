import { expect, test } from '@jest/globals'
import { getSizes } from '../../../../src/lib/flows/sizes/get-sizes.ts'
import { FakeCluster } from '../../../support/fake-cluster.ts'
import { node } from '../../sizing/samples.ts'

const limits = { signal: new AbortController().signal }

test.each([
  [['node-b', 'gone', 'node-a'], ['node-b', 'node-a'], ['gone']],
  [['a', 'b', 'c', 'node-a'], ['node-a'], ['a', 'b', 'c']],
  [[], ['node-a', 'node-b'], []],
])('of the nodes %j there are %j', async (names, found, unknown) => {
  const cluster = new FakeCluster()
  cluster.nodeList = [node(), node({ name: 'node-b' })]
  const got = await getSizes(cluster, { names, selector: undefined }, limits)
  expect({ ...got, sizes: got.sizes.map((size) => size.node.name) }).toEqual({ sizes: found, unknown })
})
