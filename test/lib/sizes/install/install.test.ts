import { describe, expect, test } from '@jest/globals'
import { planInstall, planOffline } from '../../../../src/lib/sizes/install/install.ts'
import { clusterOf, limits, type NodeSketch } from '../../cluster/clusters.ts'
import { install, make } from '../resize/balloons.ts'

const bare = { labels: {} }
const old = { name: 'old-1', kubeletVersion: 'v1.31.4' }
const windows = { name: 'win-1', operatingSystem: 'windows' }
const desired = { namespace: 'kube-system', image: 'pause', allNodes: undefined }
const reasons = (facts: readonly { readonly reason: string }[]): string[] => facts.map(({ reason }) => reason)

describe('install warns', () => {
  test.each<[string, boolean, readonly NodeSketch[], readonly string[]]>([
    ['of nothing where nodes have the label', false, [{}, { name: 'node-b', ...bare }], []],
    ['where no node has the label', false, [bare, windows], ['NoNodeSelected']],
    ['of nothing where all nodes are meant', true, [bare], []],
    ['of kubelets too old', true, [bare, { ...old, ...bare }], ['KubeletTooOld']],
    ['of labelled nodes only', false, [{}, { ...old, ...bare }], []],
  ])('%s', async (_name, allNodes, nodes, warnings) => {
    const { cluster } = clusterOf(...nodes)
    expect(reasons((await planInstall(cluster, { ...desired, allNodes }, limits)).warnings)).toEqual(warnings)
  })

  test.each<[string, NodeSketch, readonly string[]]>([
    ['of balloons with an old template', {}, ['BalloonsKeepOldTemplate']],
    ['of nothing when there are no balloons', windows, []],
  ])('%s', async (_name, node, warnings) => {
    const world = clusterOf(node)
    install(world, { image: 'old' })
    expect(reasons((await planInstall(world.cluster, desired, limits)).warnings)).toEqual(warnings)
  })
})

describe('install refuses a LimitRange that balloons could not live with', () => {
  const planWith = async (item: object) => {
    const world = clusterOf({})
    const spec = { limits: [item] }
    make(world, { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'lr', namespace: 'kube-system' }, spec })
    return await planInstall(world.cluster, desired, limits)
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
    await expect(planInstall(world.cluster, desired, limits)).rejects.toMatchObject({ code: 'refused' })
  })
  test('and no other', async () => {
    const harmless = { type: 'Container', min: { cpu: '1m' }, defaultRequest: { cpu: '1' } }
    await expect(planWith(harmless)).resolves.toBeDefined()
  })
})

test('install names each right that is missing, even to those who may not look', async () => {
  const nobody = clusterOf({}).connect({ user: { name: 'nobody', groups: ['system:authenticated'] } })
  const kinds = [
    'PriorityClass',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ConfigMap',
    'ClusterRole',
    'DaemonSet',
  ]
  const rights = kinds.flatMap((kind) =>
    ['create', 'patch'].map((verb) =>
      expect.objectContaining({ reason: 'InstallRightMissing', verb, subject: expect.objectContaining({ kind }) }),
    ),
  )
  await expect(planInstall(nobody, desired, limits)).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'InstallRefused', problems: rights },
  })
})

test('install without a cluster does not claim a namespace that it cannot see', () => {
  const [namespace] = planOffline({ ...desired, namespace: 'ops' }).steps
  expect(namespace?.object).toEqual({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
})
