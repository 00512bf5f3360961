import { beforeEach, describe, expect, test } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { planUninstall } from '../../../../src/lib/sizes/install/uninstall.ts'
import { installObjects, installStages } from '../../../../src/lib/sizes/manifests/manifests.ts'
import { labelledNodes } from '../../../../src/lib/sizes/model/installation.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons, giveBalloon, install, keepDesired, make } from '../resize/balloons.ts'
import { makeReconciler } from '../resize/reconciler-rights.ts'

const kinds = (objects: readonly ObjectBody[]): string[] => objects.map(({ kind }) => kind)
const buckets = Array.from({ length: 16 }, () => 'ConfigMap')
/** What install creates outside of namespaces. */
const roles = ['ClusterRole', 'ClusterRole']
const policy = ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy']
const clusterWide = [...policy, ...policy, 'PriorityClass']
const metadata = { name: 'theirs', namespace: 'ops' }
const inUse = (...tenants: readonly object[]) => ({
  reason: 'NamespaceInUse',
  subject: { kind: 'Namespace', name: 'ops', namespace: undefined },
  tenants,
})
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})

function secondDaemonSet(): void {
  const options = { namespace: 'ops', image: 'pause', nodeSelector: labelledNodes, createNamespace: 'no' } as const
  for (const object of installObjects(options).filter(({ kind }) => kind === 'DaemonSet')) make(world, object)
}

const planIn = (namespace: string) => planUninstall(world.connect({ namespace }), limits)

describe('uninstall', () => {
  test('removes the namespace that install made', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    const plan = await planIn('ops')
    expect(kinds(plan.remove)).toEqual(['DaemonSet', ...roles, ...buckets, ...clusterWide, 'Namespace'])
  })
  test.each([
    ['Pod', { spec: { containers: [{ name: 'a', image: 'a' }] } }],
    ['ConfigMap', {}],
  ])('keeps it when there is a %s', async (kind, more) => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    make(world, { apiVersion: 'v1', kind, metadata, ...more })
    const plan = await planIn('ops')
    expect(kinds(plan.remove)).not.toContain('Namespace')
    expect(plan.keep).toEqual([inUse({ kind, name: 'theirs' })])
  })
  test.each([
    ['Secret', 'secrets'],
    ['PersistentVolumeClaim', 'persistentvolumeclaims'],
    ['Service', 'services'],
  ])('keeps it when there is a %s, which the sandbox has none of', async (kind, resource) => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    const body = { kind: `${kind}List`, apiVersion: 'v1', metadata: {}, items: [{ metadata }] }
    world.mishap = ({ path }) => (path.endsWith(`/ops/${resource}`) ? { kind: 'answer', status: 200, body } : undefined)
    const plan = await planIn('ops')
    expect(kinds(plan.remove)).not.toContain('Namespace')
    expect(plan.keep).toEqual([inUse({ kind, name: 'theirs' })])
  })
  test('keeps it when it may not look inside', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    world.mishap = ({ path }) => (path.endsWith('/secrets') ? forbidden('secrets is forbidden') : undefined)
    expect((await planIn('ops')).keep).toEqual([inUse({ kind: 'Secret' })])
  })
  test('keeps a namespace that was there before', async () => {
    make(world, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
    install(world, { namespace: 'ops' })
    expect(kinds((await planIn('ops')).remove)).toEqual(['DaemonSet', ...roles, ...buckets, ...clusterWide])
  })
  test('is refused when only another namespace has an installation, and names it', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    const fact = { reason: 'InstalledElsewhere', namespaces: ['ops'] }
    await expect(planIn('kube-system')).rejects.toMatchObject({ code: 'refused', fact })
  })
  test('has nothing to do when there is no installation', async () => {
    const plan = await planIn('kube-system')
    expect(plan).toMatchObject({ remove: [], notes: [{ reason: 'NothingInstalled', namespace: 'kube-system' }] })
  })
  test('of one of two installations leaves what the other needs', async () => {
    install(world, { namespace: 'kube-system' })
    make(world, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
    secondDaemonSet()
    const plan = await planIn('kube-system')
    expect(kinds(plan.remove)).toEqual(['DaemonSet', ...buckets])
    const subject = { kind: 'PriorityClass', name: 'nodesize-balloon', namespace: undefined }
    expect(plan.keep).toContainEqual({ reason: 'NeededElsewhere', subject, namespaces: ['ops'] })
  })
  test('counts what is returned on nodes that are smaller than they could be', async () => {
    world = clusterWithBalloons({}, { name: 'node-b' })
    giveBalloon(world, { cpu: '2', memory: '1Gi' })
    const { released } = await planIn('kube-system')
    expect(released).toEqual([{ node: 'node-a', amounts: { cpu: 2_000n, memory: 2n ** 30n } }])
  })
  test('names the nodes whose sizes it forgets', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    for (const node of ['node-b', 'node-a']) keepDesired(world, node, '{"cpu":"1"}', 'ops')
    const plan = await planIn('ops')
    expect(plan).toMatchObject({ forgotten: ['node-a', 'node-b'], keep: [] })
    expect(kinds(plan.remove)).toContain('Namespace')
  })
  test('names what is left of the reconciler, and says while one leads', async () => {
    install(world, { namespace: 'kube-system' })
    makeReconciler(world)
    make(world, {
      ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
      metadata: { name: 'nodesize-reconciler', namespace: 'nodesize-system' },
      spec: { holderIdentity: 'r-0', renewTime: '2026-11-24T00:00:00.000000Z', leaseDurationSeconds: 15 },
    })
    expect((await planIn('kube-system')).warnings).toEqual([
      { reason: 'ReconcilerLeads', holder: 'r-0', renewedAt: '2026-11-24T00:00:00.000000Z' },
      { reason: 'ReconcilerLeft', namespace: 'nodesize-system' },
    ])
  })
  test.each([
    ['', [{ reason: 'LeaseLeft', namespace: 'kube-system' }]],
    ['workstation', [{ reason: 'ReconcilerLeads', holder: 'workstation', renewedAt: undefined }]],
  ])(
    'names the Lease of a reconciler that was run by hand, beside one that was applied: held by "%s"',
    async (holderIdentity, warnings) => {
      install(world, { namespace: 'kube-system' })
      make(world, {
        ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
        metadata: { name: 'nodesize-reconciler', namespace: 'kube-system' },
        spec: { holderIdentity },
      })
      expect((await planIn('kube-system')).warnings).toEqual(warnings)
      makeReconciler(world)
      const found = (await planIn('kube-system')).warnings
      expect(found).toEqual(
        expect.arrayContaining([...warnings, { reason: 'ReconcilerLeft', namespace: 'nodesize-system' }]),
      )
      expect(found).toHaveLength(2)
    },
  )
  test('takes rights before the policies that limit them', async () => {
    install(world, { namespace: 'kube-system' })
    const stages = installStages((await planIn('kube-system')).remove).toReversed()
    const stageOf = (kind: string) => stages.findIndex((stage) => stage.some((object) => object.kind === kind))
    expect(stageOf('ClusterRole')).toBeLessThan(stageOf('ValidatingAdmissionPolicyBinding'))
    expect(stages.flat()).toHaveLength(24)
  })
})
