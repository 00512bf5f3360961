import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import type { DocumentRow } from '../../../../src/lib/fleet/list/list-documents.ts'
import { watchDocuments } from '../../../../src/lib/fleet/list/watch-documents.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { readNews } from '../../cluster/news.ts'
import { header } from '../push/pushes.ts'

const path = '/api/v1/namespaces/kube-system/configmaps'
const nodeA = nodeTarget('node-a')
const show = ({ inspection, nodes, nodeExists }: DocumentRow): string =>
  [inspection.stored.name.replace(/-kubelet.*/, ''), nodes?.join('+') ?? '?', nodeExists ?? '', inspection.flaw?.reason]
    .filter((word) => word !== '' && word !== undefined)
    .join(' ')
const watched = (world: InProcess) => readNews(watchDocuments(world, limits), show)

test('documents are reported once, and each time that they or their nodes change', async () => {
  using world = clusterOf({ name: 'node-a' }, { name: 'node-b' })
  put(world, globalTarget, header)
  await using news = watched(world)
  expect(await news.next()).toEqual(['ADDED global node-a+node-b'])
  put(world, nodeA, header)
  expect(await news.next()).toEqual(['MODIFIED global node-b', 'ADDED node-a node-a true'])
  put(world, nodeA, 'maxPods: [\n')
  expect(await news.next()).toEqual(['MODIFIED node-a node-a true UnusableDocument'])
  world.asAdmin({ method: 'DELETE', path: '/api/v1/nodes/node-a' })
  expect(await news.next()).toEqual(['MODIFIED node-a false UnusableDocument'])
  world.asAdmin({ method: 'DELETE', path: `${path}/node-a-kubelet-configuration` })
  expect(await news.next()).toEqual(['DELETED node-a false UnusableDocument'])
})

test('changes of a node that do not affect its document are not reported', async () => {
  using world = clusterOf({ name: 'node-a' })
  put(world, globalTarget, header)
  await using news = watched(world)
  await news.next()
  world.asAdmin({
    method: 'PATCH',
    path: '/api/v1/nodes/node-a',
    contentType: 'application/merge-patch+json',
    body: { metadata: { labels: { a: 'b' } } },
  })
  world.sandbox.advance(1000)
  put(world, nodeTarget('node-z'), header)
  expect(await news.next()).toEqual(['ADDED node-z false'])
})

test('without permission to list nodes, changes of documents are reported', async () => {
  using world = clusterOf({ name: 'node-a' })
  world.mishap = (call) => (call.path === '/api/v1/nodes' ? forbidden('nodes is forbidden') : undefined)
  put(world, globalTarget, header)
  const news = watchDocuments(world, limits)
  const first = await news.next()
  expect(first.value?.warnings).toMatchObject([{ reason: 'NodesNotVisible' }])
  put(world, nodeA, header)
  const second = await news.next()
  expect(second.value?.events.map(({ row }: { row: DocumentRow }) => show(row))).toEqual(['node-a ?'])
  await news.return(undefined)
})

test('it costs one list and one watch of each', async () => {
  using world = clusterOf({ name: 'node-a' })
  await using news = watched(world)
  expect(await news.next()).toEqual([])
  for (const body of [header, `${header}maxPods: 50\n`]) {
    put(world, globalTarget, body)
    await news.next()
  }
  expect(world.counts().requests).toBe(4)
})
