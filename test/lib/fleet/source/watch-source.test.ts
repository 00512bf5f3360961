import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import type { SourceReport } from '../../../../src/lib/fleet/source/source.ts'
import { watchSource, watchSources } from '../../../../src/lib/fleet/source/watch-source.ts'
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

const sourceOfEach = ({ node, source, nodeExists }: SourceReport) => `${node} ${source} ${nodeExists}`
/** Each news has all nodes: what is the same as before is not printed again. */
const added = (...rows: readonly string[]) => rows.map((row) => `ADDED ${row}`)
const modified = (...rows: readonly string[]) => rows.map((row) => `MODIFIED ${row}`)

test('the sources of several nodes are reported when one of them changes, or comes', async () => {
  using world = clusterOf({ name: 'node-a' })
  const nodes = { by: 'name', names: ['node-b', 'node-a', 'node-b'] } as const
  await using news = readNews(watchSources(world, nodes, limits), sourceOfEach)
  expect(await news.next()).toEqual(added('node-b local false', 'node-a local true'))
  put(world, nodeA, header)
  expect(await news.next()).toEqual(modified('node-b local false', 'node-a node true'))
  world.asAdmin({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'node-b' } } })
  expect(await news.next()).toEqual(modified('node-b local true', 'node-a node true'))
})

test('the sources of nodes with labels are reported as nodes come and go', async () => {
  const labels = { pool: 'big' }
  using world = clusterOf({ name: 'node-a', labels }, { name: 'node-b' })
  const nodes = { by: 'label', selector: 'pool=big' } as const
  await using news = readNews(watchSources(world, nodes, limits), sourceOfEach)
  expect(await news.next()).toEqual(added('node-a local true'))
  world.asAdmin({ method: 'DELETE', path: '/api/v1/nodes/node-a' })
  expect(await news.next()).toEqual(['DELETED node-a local true'])
})

test('a watch of labels that no node has is an error', async () => {
  using world = clusterOf({ name: 'node-a' })
  await using news = readNews(watchSources(world, { by: 'label', selector: 'no=such' }, limits), sourceOfEach)
  await expect(news.next()).rejects.toMatchObject({ code: 'invalid', reason: 'NoNodeMatches' })
})
