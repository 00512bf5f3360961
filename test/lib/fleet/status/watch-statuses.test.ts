import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import type { NodeStatus } from '../../../../src/lib/fleet/status/node-status.ts'
import { watchStatuses } from '../../../../src/lib/fleet/status/watch-statuses.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { readNews } from '../../cluster/news.ts'
import { pushTo } from '../push/pushes.ts'
import { report, stored } from './reports.ts'

const show = ({ node, state, wanted }: NodeStatus): string => `${node.name} ${wanted?.source ?? '?'} ${state}`
const watched = (world: InProcess, ...names: string[]) =>
  readNews(watchStatuses(world, names.length === 0 ? { by: 'all' } : { by: 'name', names }, limits), show)

test('nodes are reported once, and each time that they or their documents change', async () => {
  using world = clusterOf({ name: 'node-a' }, { name: 'node-b' })
  await using news = watched(world)
  expect(await news.next()).toEqual(['ADDED node-a local NoAgent', 'ADDED node-b local NoAgent'])
  report(world, 'node-b', { phase: 'Idle' })
  expect(await news.next()).toEqual(['MODIFIED node-b local Idle'])
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
  expect(await news.next()).toEqual(['MODIFIED node-a global NoAgent', 'MODIFIED node-b global Pending'])
  const assigned = await stored(world, globalTarget)
  report(world, 'node-b', { phase: 'Good', assigned, active: assigned })
  expect(await news.next()).toEqual(['MODIFIED node-b global Good'])
  await pushTo(world, 'maxPods: 60\n', { targets: [nodeTarget('node-b')], acceptedRisks: ['drain'] })
  expect(await news.next()).toEqual(['MODIFIED node-b node Pending'])
  world.asAdmin({ method: 'DELETE', path: '/api/v1/nodes/node-b' })
  expect(await news.next()).toEqual(['DELETED node-b node Pending'])
})

test('only the nodes that were asked for', async () => {
  using world = clusterOf({ name: 'node-a' }, { name: 'node-b' })
  await using news = watched(world, 'node-b')
  expect(await news.next()).toEqual(['ADDED node-b local NoAgent'])
  await expect(watched(world, 'node-z').next()).rejects.toMatchObject({ fact: { reason: 'NodeNotFound' } })
})

test('who may not read documents sees the rest', async () => {
  using world = clusterOf({ name: 'node-a' })
  world.mishap = ({ path }) => (path.includes('/configmaps') ? forbidden('configmaps is forbidden') : undefined)
  const news = watchStatuses(world, { by: 'all' }, limits)
  const { value } = await news.next()
  expect(value).toMatchObject({
    events: [{ row: { state: 'NoAgent', wanted: undefined } }],
    warnings: [{ reason: 'DocumentsNotVisible' }],
  })
  await news.return(undefined)
})
