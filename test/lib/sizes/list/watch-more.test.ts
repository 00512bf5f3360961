import { expect, test } from '@jest/globals'
import { balloon } from '../../../../src/lib/names.ts'
import { formatAmount } from '../../../../src/lib/pods/amounts.ts'
import { isBroken } from '../../../../src/lib/sizes/desired/desired-size.ts'
import type { ListedSize } from '../../../../src/lib/sizes/list/list-sizes.ts'
import { type Watched, watchSizes } from '../../../../src/lib/sizes/list/watch-sizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden, limits } from '../../cluster/clusters.ts'
import { readNews } from '../../cluster/news.ts'
import { clusterWithBalloons, runPod } from '../resize/balloons.ts'
import { cpu, resizeNodeA } from '../resize/kept-sizes.ts'

const two = [{ name: 'node-a' }, { name: 'node-b' }]

/** The cpu of the desired size, and of the usage. */
function show({ node, stored, used }: ListedSize): string {
  const desired =
    stored && !isBroken(stored.desired) ? formatAmount.cpu(stored.desired.amounts.cpu ?? 0n) : String(stored)
  return `${node.name} ${desired} ${used === undefined ? '-' : formatAmount.cpu(used.cpu)}`
}
const watched = (world: InProcess, parts: Omit<Watched, 'selection'>) =>
  readNews(watchSizes(world, { selection: { by: 'all' }, ...parts }, limits), show)

test('a desired size that changes is news of its node', async () => {
  using world = clusterWithBalloons(...two)
  await using news = watched(world, { desiredSizes: true })
  expect(await news.next()).toEqual(['ADDED node-a null -', 'ADDED node-b null -'])
  await resizeNodeA(world, { size: cpu('2') })
  expect(await news.next()).toContain('MODIFIED node-a 2 -')
})

test('without the right to watch desired sizes, they are not known', async () => {
  using world = clusterWithBalloons(...two)
  world.mishap = (call) => (call.path.includes('/configmaps') ? forbidden('jane may not') : undefined)
  await using news = watched(world, { desiredSizes: true })
  expect(await news.next()).toEqual(['ADDED node-a undefined -', 'ADDED node-b undefined -'])
})

test('whoever has the role of operators sees the nodes change, and their desired sizes', async () => {
  using world = clusterWithBalloons(...two)
  const apiGroup = 'rbac.authorization.k8s.io'
  world.asAdmin({
    ...{ method: 'POST', path: `/apis/${apiGroup}/v1/clusterrolebindings` },
    body: {
      metadata: { name: 'operators' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: balloon.clusterRole },
      subjects: [{ apiGroup, kind: 'User', name: 'jane' }],
    },
  })
  const user = { name: 'jane', groups: [] }
  const jane = { cluster: world.connect({ user }), clock: world.clock }
  await using news = readNews(watchSizes(jane, { selection: { by: 'all' }, desiredSizes: true }, limits), show)
  expect(await news.next()).toEqual(['ADDED node-a null -', 'ADDED node-b null -'])
  runPod(world, { name: 'app', node: 'node-b', cpu: '500m', memory: '1Gi' })
  expect(await news.next()).toEqual(['MODIFIED node-b null -'])
})

test('usage is read every 15 seconds, and what changes is news', async () => {
  using world = clusterWithBalloons(...two)
  let used = '250m'
  const path = '/apis/metrics.k8s.io/v1beta1/nodes'
  world.mishap = (call) =>
    call.path === path
      ? {
          kind: 'answer',
          status: 200,
          body: {
            kind: 'NodeMetricsList',
            metadata: {},
            items: [{ metadata: { name: 'node-b' }, usage: { cpu: used, memory: '1Gi' } }],
          },
        }
      : undefined
  await using news = watched(world, { usage: true })
  expect(await news.next()).toEqual(['ADDED node-a undefined -', 'ADDED node-b undefined 250m'])
  const began = world.clock.now()
  used = '500m'
  expect(await news.next()).toEqual(['MODIFIED node-b undefined 500m'])
  expect(world.clock.now() - began).toBeLessThan(16_000)
  world.mishap = () => undefined
  expect(await news.next()).toEqual(['MODIFIED node-b undefined -'])
})

test('without a metrics API, that is said, and the watch goes on', async () => {
  using world = clusterWithBalloons(...two)
  const news = watchSizes(world, { selection: { by: 'all' }, usage: true }, limits)
  const { value } = await news.next()
  expect(value).toMatchObject({ warnings: [{ reason: 'MetricsNotServed' }] })
  await resizeNodeA(world, { size: cpu('2') })
  expect(await news.next()).toMatchObject({ done: false })
  await news.return(undefined)
})

test('a watch that reads usage ends with the signal', async () => {
  using world = clusterWithBalloons(...two)
  const stop = new AbortController()
  const selection = { by: 'all' } as const
  await using news = readNews(watchSizes(world, { selection, usage: true }, { signal: stop.signal }), show)
  await news.next()
  stop.abort()
  expect(await news.next()).toEqual(['end'])
})
