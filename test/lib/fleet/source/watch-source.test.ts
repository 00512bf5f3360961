import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { watchSource } from '../../../../src/lib/fleet/source/watch-source.ts'
import { clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { readNews } from '../../cluster/news.ts'
import { header } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
const own = '/api/v1/namespaces/kube-system/configmaps/node-a-kubelet-configuration'

test('the source of a node is reported each time that it changes', async () => {
  using world = clusterOf({ name: 'node-a' })
  await using news = readNews(watchSource(world, 'node-a', limits), ({ source }) => source)
  expect(await news.next()).toEqual(['ADDED local'])
  put(world, globalTarget, header)
  expect(await news.next()).toEqual(['MODIFIED global'])
  put(world, nodeA, header)
  expect(await news.next()).toEqual(['MODIFIED node'])
  world.asAdmin({ method: 'DELETE', path: own })
  expect(await news.next()).toEqual(['MODIFIED global'])
})

test('without permission to read the global document, the document of the node is reported', async () => {
  using world = clusterOf({ name: 'node-a' })
  world.mishap = ({ query }) =>
    query?.['fieldSelector'] === 'metadata.name=global-kubelet-configuration' ? forbidden('no') : undefined
  put(world, nodeA, header)
  await using news = readNews(watchSource(world, 'node-a', limits), ({ source }) => source)
  expect(await news.next()).toEqual(['ADDED node'])
  world.asAdmin({ method: 'DELETE', path: own })
  await expect(news.next()).rejects.toMatchObject({ code: 'refused' })
})
