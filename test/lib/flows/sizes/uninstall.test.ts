import { beforeEach, describe, expect, test } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { planUninstall } from '../../../../src/lib/flows/sizes/uninstall.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../clusters.ts'
import { install, make } from './balloons.ts'

const kinds = (objects: readonly ObjectBody[]): string[] => objects.map(({ kind }) => kind)
const metadata = { name: 'theirs', namespace: 'ops' }
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})

const planIn = (namespace: string) => planUninstall(world.connect({ namespace }), limits)

describe('uninstall', () => {
  test('removes the namespace that install made', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    const plan = await planIn('ops')
    expect(kinds(plan.remove)).toEqual(['DaemonSet', 'ClusterRole', 'PriorityClass', 'Namespace'])
  })
  test.each([
    ['Pod', { spec: { containers: [{ name: 'a', image: 'a' }] } }],
    ['ConfigMap', {}],
  ])('keeps it when there is a %s', async (kind, more) => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    make(world, { apiVersion: 'v1', kind, metadata, ...more })
    const plan = await planIn('ops')
    expect(kinds(plan.remove)).not.toContain('Namespace')
    expect(plan.keep).toEqual([`Namespace ops is in use: ${kind} theirs`])
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
    expect(plan.keep).toEqual([`Namespace ops is in use: ${kind} theirs`])
  })
  test('keeps it when it may not look inside', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    world.mishap = ({ path }) => (path.endsWith('/secrets') ? forbidden('secrets is forbidden') : undefined)
    expect((await planIn('ops')).keep).toEqual(['Namespace ops is in use: Secrets, which you may not list'])
  })
  test('keeps a namespace that was there before', async () => {
    make(world, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
    install(world, { namespace: 'ops' })
    expect(kinds((await planIn('ops')).remove)).toEqual(['DaemonSet', 'ClusterRole', 'PriorityClass'])
  })
  test('in another namespace leaves what the real installation needs', async () => {
    install(world, { namespace: 'ops', createNamespace: 'owned' })
    const plan = await planIn('kube-system')
    expect(plan.remove).toEqual([])
    expect(plan.keep).toContain('PriorityClass nodesize-balloon is needed by nodesize in namespace ops')
  })
})
