import { describe, expect, test } from '@jest/globals'
import { survey } from '../../../../src/lib/sizes/resize/survey.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons, install, make } from './balloons.ts'

const many = Array.from({ length: 11 }, (_, i) => `node-${i}`)

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['in the order of their names', ['node-b', 'gone', 'node-a'], ['node-b', 'node-a'], ['gone']],
  ['once each', ['node-a', 'node-a'], ['node-a'], []],
  ['in one list when they are many', [...many, 'node-a'], ['node-a'], many],
])('nodes are measured by name, %s', async (_, names, found, unknown) => {
  const { cluster } = clusterOf({}, { name: 'node-b' })
  const got = await survey(cluster, { by: 'name', names }, limits)
  const sizes = got.sizes.map((size) => size.node.name)
  expect({ ...got, sizes }).toMatchObject({ sizes: found, unknown, warnings: [] })
})

test('all nodes are measured without names', async () => {
  const { cluster } = clusterOf({}, { name: 'node-b' })
  const { sizes } = await survey(cluster, { by: 'all' }, limits)
  expect(sizes.map((size) => size.node.name)).toEqual(['node-a', 'node-b'])
})

test('nodes are measured by label', async () => {
  const { cluster } = clusterWithBalloons({}, { name: 'node-b', labels: { pool: 'batch' } })
  const { sizes } = await survey(cluster, { by: 'label', selector: 'pool=batch' }, limits)
  expect(sizes.map(({ node, state }) => [node.name, state])).toEqual([['node-b', 'NotManaged']])
})

test('a pod with the label of a balloon that is none is worth a warning', async () => {
  const world = clusterWithBalloons({})
  make(world, {
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: { name: 'unmanaged', namespace: 'default', labels: { 'nodesize.kubeletcfg.dev/balloon': 'true' } },
    spec: { nodeName: 'node-a', containers: [{ name: 'a', image: 'a' }] },
  })
  const { warnings } = await survey(world.cluster, { by: 'all' }, limits)
  const subject = { kind: 'Node', name: 'node-a' }
  expect(warnings).toEqual([{ reason: 'NotOurBalloon', subject, pod: 'default/unmanaged' }])
})

describe('an installation in another namespace', () => {
  const elsewhere = () => {
    const world = clusterOf({})
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    return world
  }
  test('is named, in place of its balloons', async () => {
    const { sizes, warnings } = await survey(elsewhere().cluster, { by: 'all' }, limits)
    const fact = { reason: 'InstalledElsewhere', namespaces: ['ops'] }
    expect(warnings).toEqual([expect.objectContaining(fact)])
    expect(sizes).toMatchObject([{ state: 'NotManaged', why: fact }])
  })
  test('is not looked for while there is one here', async () => {
    const world = clusterWithBalloons({})
    await survey(world.cluster, { by: 'all' }, limits)
    expect(world.sent.filter(({ path }) => path === '/apis/apps/v1/daemonsets')).toEqual([])
  })
  test('is not known to those who may not list DaemonSets', async () => {
    const world = elsewhere()
    world.mishap = ({ path }) => (path === '/apis/apps/v1/daemonsets' ? forbidden('no') : undefined)
    const { sizes, warnings } = await survey(world.cluster, { by: 'all' }, limits)
    expect(warnings).toMatchObject([{ reason: 'NotOurBalloon' }])
    expect(sizes).toMatchObject([{ why: { reason: 'NotInstalled', namespace: 'kube-system' } }])
  })
})
