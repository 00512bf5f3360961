import { describe, expect, test } from '@jest/globals'
import { planInstall, planOffline } from '../../../../src/lib/flows/sizes/install.ts'
import { clusterOf, limits, type NodeSketch } from '../clusters.ts'
import { install, make } from './balloons.ts'

const bare = { labels: {} }
const old = { name: 'old-1', kubeletVersion: 'v1.31.4' }
const windows = { name: 'win-1', operatingSystem: 'windows' }
const nobody =
  '0 of 1 linux nodes bear the label nodesize.kubeletcfg.dev/enabled=true, so no node gets a balloon: kubectl label node NODE nodesize.kubeletcfg.dev/enabled=true'
const tooOld = "node 'old-1' cannot be resized: its kubelet is v1.31.4, and 1.33 or later is needed"
const options = { namespace: 'kube-system', image: 'pause', allNodes: false }

describe('install warns', () => {
  test.each<[string, boolean, readonly NodeSketch[], readonly string[]]>([
    ['of nothing where nodes bear the label', false, [{}, { name: 'node-b', ...bare }], []],
    ['where no node bears the label', false, [bare, windows], [nobody]],
    ['of nothing where all nodes are meant', true, [bare], []],
    ['of kubelets too old', true, [bare, { ...old, ...bare }], [tooOld]],
    ['of labelled nodes only', false, [{}, { ...old, ...bare }], []],
  ])('%s', async (_name, allNodes, nodes, warnings) => {
    const { cluster } = clusterOf(...nodes)
    expect((await planInstall(cluster, { ...options, allNodes }, limits)).warnings).toEqual(warnings)
  })

  test.each<[string, NodeSketch, readonly unknown[]]>([
    ['of balloons with an old template', {}, [expect.stringContaining('keep their old template')]],
    ['of nothing when there are no balloons', windows, []],
  ])('%s', async (_name, node, warnings) => {
    const world = clusterOf(node)
    install(world, { image: 'old' })
    expect((await planInstall(world.cluster, options, limits)).warnings).toEqual(warnings)
  })
})

describe('install refuses a LimitRange that balloons could not live with', () => {
  const planWith = async (item: object) => {
    const world = clusterOf({})
    const spec = { limits: [item] }
    make(world, { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'lr', namespace: 'kube-system' }, spec })
    return await planInstall(world.cluster, options, limits)
  }
  test.each([
    ['for its default limits', { type: 'Container', default: { cpu: '1' } }],
    ['for its minimum', { type: 'Container', min: { cpu: '100m' } }],
    ['for its maximum', { type: 'Pod', max: { memory: '1Gi' } }],
  ])('%s', async (_name, item) => {
    await expect(planWith(item)).rejects.toMatchObject({ code: 'refused' })
  })
  test('for its ratio, which the sandbox does not know', async () => {
    const world = clusterOf({})
    const spec = { limits: [{ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }] }
    const items = [{ metadata: { name: 'lr', namespace: 'kube-system' }, spec }]
    const body = { apiVersion: 'v1', kind: 'LimitRangeList', metadata: {}, items }
    world.mishap = ({ path }) => (path.endsWith('/limitranges') ? { kind: 'answer', status: 200, body } : undefined)
    await expect(planInstall(world.cluster, options, limits)).rejects.toMatchObject({ code: 'refused' })
  })
  test('and no other', async () => {
    const harmless = { type: 'Container', min: { cpu: '1m' }, defaultRequest: { cpu: '1' } }
    await expect(planWith(harmless)).resolves.toBeDefined()
  })
})

test('install without a cluster does not claim a namespace that it cannot see', () => {
  const [namespace] = planOffline({ ...options, namespace: 'ops' }).steps
  expect(namespace?.object).toEqual({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
})
