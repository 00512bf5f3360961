import { describe, expect, test } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { Failure } from '../../../../src/lib/failure.ts'
import { planInstall, planOffline } from '../../../../src/lib/flows/sizes/install.ts'
import { planUninstall } from '../../../../src/lib/flows/sizes/uninstall.ts'
import type { Cluster } from '../../../../src/lib/ports/cluster.ts'
import type { Objects } from '../../../../src/lib/ports/objects.ts'
import { installObjects } from '../../../../src/lib/sizing/manifests.ts'
import { FakeCluster } from '../../../support/fake-cluster.ts'

const limits = { signal: new AbortController().signal }
const key = ({ kind, metadata: { namespace, name } }: ObjectBody): string => `${kind}/${namespace ?? ''}/${name}`

/** A cluster with these objects, seen from one namespace. */
function clusterWith(namespace: string, objects: readonly ObjectBody[]): Cluster {
  const byKey = new Map(objects.map((object) => [key(object), object]))
  const fake = new FakeCluster()
  const seen: Partial<Objects> = {
    read: async (object) => byKey.get(key(object)),
    apply: async (object) => byKey.get(key(object)) ?? object,
    list: async ({ kind, namespace: where }) =>
      objects.filter((object) => object.kind === kind && (where === undefined || object.metadata.namespace === where)),
  }
  return { ...fake, nodes: fake.nodes, balloons: Object.assign(fake.balloons, { namespace }), objects: seen as Objects }
}

const installed = (namespace: string, createNamespace: 'no' | 'owned') =>
  installObjects({ namespace, image: 'pause', allNodes: false, createNamespace })
const kinds = (objects: readonly ObjectBody[]): string[] => objects.map(({ kind }) => kind)
const object = (kind: string, name: string, namespace: string): ObjectBody => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace },
})

describe('uninstall', () => {
  test('removes the namespace that install made', async () => {
    const plan = await planUninstall(clusterWith('ops', installed('ops', 'owned')), limits)
    expect(kinds(plan.remove)).toEqual(['DaemonSet', 'ClusterRole', 'PriorityClass', 'Namespace'])
  })
  test.each(['Pod', 'ConfigMap', 'Secret', 'PersistentVolumeClaim', 'Service'])(
    'keeps it when there is a %s',
    async (kind) => {
      const objects = [...installed('ops', 'owned'), object(kind, 'theirs', 'ops')]
      const plan = await planUninstall(clusterWith('ops', objects), limits)
      expect(kinds(plan.remove)).not.toContain('Namespace')
      expect(plan.keep).toEqual([`Namespace ops is in use: ${kind} theirs`])
    },
  )
  test('keeps it when it may not look inside', async () => {
    const cluster = clusterWith('ops', installed('ops', 'owned'))
    const { list } = cluster.objects
    cluster.objects.list = async (asked, ...rest) => {
      if (asked.kind === 'Secret') throw new Failure('refused', 'forbidden')
      return list(asked, ...rest)
    }
    expect((await planUninstall(cluster, limits)).keep).toEqual([
      'Namespace ops is in use: Secrets, which you may not list',
    ])
  })
  test('keeps a namespace that was there before', async () => {
    const plan = await planUninstall(
      clusterWith('ops', [object('Namespace', 'ops', ''), ...installed('ops', 'no')]),
      limits,
    )
    expect(kinds(plan.remove)).toEqual(['DaemonSet', 'ClusterRole', 'PriorityClass'])
  })
  test('in another namespace leaves what the real installation needs', async () => {
    const plan = await planUninstall(clusterWith('kube-system', installed('ops', 'owned')), limits)
    expect(plan.remove).toEqual([])
    expect(plan.keep).toContain('PriorityClass nodesize-balloon is needed by nodesize in namespace ops')
  })
})

describe('install', () => {
  const options = { namespace: 'ops', image: 'pause', allNodes: false }
  test('refuses a LimitRange that balloons could not live with, whichever way', async () => {
    const limitRange = (item: object): ObjectBody => ({
      ...object('LimitRange', 'lr', 'ops'),
      spec: { limits: [item] },
    })
    for (const item of [
      { type: 'Container', default: { cpu: '1' } },
      { type: 'Container', min: { cpu: '100m' } },
      { type: 'Pod', max: { memory: '1Gi' } },
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
    ])
      await expect(planInstall(clusterWith('ops', [limitRange(item)]), options, limits)).rejects.toMatchObject({
        code: 'refused',
      })
    const harmless = limitRange({ type: 'Container', min: { cpu: '1m' }, defaultRequest: { cpu: '1' } })
    await expect(planInstall(clusterWith('ops', [harmless]), options, limits)).resolves.toBeDefined()
  })
  test('does not claim a namespace that it cannot see', () => {
    const [namespace] = planOffline(options).steps
    expect(namespace?.object).toEqual({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
  })
})
