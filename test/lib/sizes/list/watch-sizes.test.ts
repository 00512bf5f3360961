import { describe, expect, test } from '@jest/globals'
import type { NodeSelection } from '../../../../src/lib/nodes/node-selection.ts'
import { watchSizes } from '../../../../src/lib/sizes/list/watch-sizes.ts'
import type { NodeTotals } from '../../../../src/lib/sizes/model/node-size.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { readNews } from '../../cluster/news.ts'
import { clusterWithBalloons, giveBalloon, install, runPod } from '../resize/balloons.ts'

const all: NodeSelection = { by: 'all' }
const two = [{ name: 'node-a' }, { name: 'node-b' }]
const pods = '/api/v1/namespaces/default/pods'

const show = ({ node, size, requested, state }: NodeTotals): string =>
  `${node.name} ${size.cpu}m ${requested.cpu}m ${state}`
const watched = (world: InProcess, selection: NodeSelection = all) =>
  readNews(watchSizes(world, { selection }, limits), show)

/** Its four watches are open. */
async function untilWatched(world: InProcess): Promise<void> {
  while (world.sent.filter(({ query }) => query?.['watch']).length < 4) await world.clock.sleep(10, limits.signal)
  await world.clock.sleep(100, limits.signal)
}

const deleteNode = (world: InProcess, name: string) =>
  world.asAdmin({ method: 'DELETE', path: `/api/v1/nodes/${name}` })

describe('the sizes of nodes', () => {
  test('are reported once, and each time that a pod, a balloon or a node changes', async () => {
    using world = clusterWithBalloons(...two)
    await using news = watched(world)
    expect(await news.next()).toEqual(['ADDED node-a 3999m 0m Ready', 'ADDED node-b 3999m 0m Ready'])
    runPod(world, { name: 'app', node: 'node-b', cpu: '500m', memory: '1Gi' })
    expect(await news.next()).toEqual(['MODIFIED node-b 3999m 500m Ready'])
    giveBalloon(world, { cpu: '2', memory: '16Mi' })
    expect(await news.next()).toEqual(['MODIFIED node-a 2000m 0m Ready'])
    world.asAdmin({ method: 'DELETE', path: `${pods}/app` })
    world.sandbox.advance(60_000)
    expect(await news.next()).toContain('MODIFIED node-b 3999m 0m Ready')
    deleteNode(world, 'node-b')
    expect(await news.next()).toEqual(['DELETED node-b 3999m 0m Ready'])
  })

  test('are those of the nodes that were asked for', async () => {
    using world = clusterWithBalloons(...two)
    await using news = watched(world, { by: 'name', names: ['node-b'] })
    expect(await news.next()).toEqual(['ADDED node-b 3999m 0m Ready'])
    runPod(world, { name: 'app', node: 'node-a', cpu: '500m', memory: '1Gi' })
    runPod(world, { name: 'other', node: 'node-b', cpu: '100m', memory: '1Gi' })
    expect(await news.next()).toEqual(['MODIFIED node-b 3999m 100m Ready'])
  })

  test('change when nodesize is installed', async () => {
    using world = clusterOf({ name: 'node-a' })
    await using news = watched(world)
    expect(await news.next()).toEqual(['ADDED node-a 4000m 0m NotManaged'])
    install(world)
    const states: string[] = []
    while (states.at(-1) !== 'MODIFIED node-a 3999m 0m Ready') states.push(...(await news.next()))
    expect(states.length).toBeGreaterThan(0)
  })

  test('cost one list and one watch per kind of object, whatever changes', async () => {
    using world = clusterWithBalloons(...two)
    await using news = watched(world)
    await news.next()
    for (const name of ['one', 'two', 'three']) {
      runPod(world, { name, node: 'node-a', cpu: '100m', memory: '1Gi' })
      await news.next()
    }
    const paths = world.sent.map(({ path, query }) => `${query?.['watch'] ? 'watch' : 'list'} ${path}`).sort()
    const kinds = [
      'apis/apps/v1/namespaces/kube-system/daemonsets',
      'api/v1/namespaces/kube-system/pods',
      'api/v1/nodes',
    ]
    const each = [...kinds, 'api/v1/pods'].flatMap((path) => [`list /${path}`, `watch /${path}`])
    expect(paths).toEqual(each.toSorted())
  })

  test('are reported after lost connections and expired versions', async () => {
    using world = clusterWithBalloons(...two)
    await using news = watched(world)
    await news.next()
    await untilWatched(world)
    world.breakWatches()
    runPod(world, { name: 'app', node: 'node-b', cpu: '500m', memory: '1Gi' })
    expect(await news.next()).toEqual(['MODIFIED node-b 3999m 500m Ready'])
    let gone = 0
    world.mishap = ({ query }) => (query?.['watch'] && gone++ < 8 ? { kind: 'answer', status: 410 } : undefined)
    world.breakWatches()
    runPod(world, { name: 'other', node: 'node-b', cpu: '500m', memory: '1Gi' })
    expect(await news.next()).toEqual(['MODIFIED node-b 3999m 1000m Ready'])
  })

  test('are reported as outdated while the server cannot be reached, and missed changes follow', async () => {
    using world = clusterWithBalloons(...two)
    await using news = watched(world)
    await news.next()
    await untilWatched(world)
    const until = world.clock.now() + 90_000
    world.mishap = () => (world.clock.now() < until ? { kind: 'refuse' } : undefined)
    world.breakWatches()
    runPod(world, { name: 'app', node: 'node-b', cpu: '500m', memory: '1Gi' })
    expect(await news.next()).toEqual(['WatchLost'])
    expect(await news.next()).toEqual(['WatchRestored'])
    expect(world.clock.now()).toBeGreaterThan(until)
    expect(await news.next()).toEqual(['MODIFIED node-b 3999m 500m Ready'])
  })

  test('end with the signal', async () => {
    using world = clusterWithBalloons(...two)
    const stop = new AbortController()
    await using news = readNews(watchSizes(world, { selection: all }, { signal: stop.signal }), show)
    await news.next()
    stop.abort()
    expect(await news.next()).toEqual(['end'])
  })
})

test.each<[string, NodeSelection, string]>([
  ['of a node that does not exist', { by: 'name', names: ['node-a', 'node-z'] }, 'NodeNotFound'],
  ['with a selector that is none', { by: 'label', selector: 'a in' }, 'SelectorInvalid'],
])('a watch %s fails at once', async (_, selection, reason) => {
  using world = clusterWithBalloons(...two)
  await using news = watched(world, selection)
  await expect(news.next()).rejects.toMatchObject({ fact: { reason } })
})

test('with permission to list but not to watch, the list is printed, then the error', async () => {
  using world = clusterWithBalloons(...two)
  world.mishap = ({ path, query }) =>
    path === '/api/v1/pods' && query?.['watch'] ? forbidden('pods is forbidden') : undefined
  await using news = watched(world)
  expect(await news.next()).toHaveLength(2)
  await expect(news.next()).rejects.toMatchObject({ code: 'refused' })
})
