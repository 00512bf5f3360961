import { describe, expect, test } from '@jest/globals'
import { reconcilerObjects } from '../../../src/lib/sizing/reconciler-manifests.ts'

const objects = reconcilerObjects({
  namespace: 'balloons',
  image: 'registry.example/kubeletcfg:1.0',
  birthPolicy: true,
  monitoring: false,
})

interface Rule {
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

const rules = objects.flatMap((object) => (object['rules'] as readonly Rule[] | undefined) ?? [])
const writes = (verb: string): boolean => !['get', 'list', 'watch'].includes(verb)

describe('the rights of the reconciler', () => {
  test('are to resize, to cordon, to hold one Lease and to make Events, and no other writes', () => {
    const written = rules.flatMap(({ resources, resourceNames, verbs }) =>
      verbs.filter(writes).map((verb) => [verb, ...resources, ...(resourceNames ?? [])].join(' ')),
    )
    expect(written).toEqual([
      'patch nodes',
      'patch pods/resize',
      // By this, the policy of install limits it to balloons.
      'resize balloons',
      'create leases',
      'patch leases nodesize-reconciler',
      'create events',
      'patch events',
    ])
  })

  test('are each bound to its ServiceAccount, where the roles are', () => {
    const roles = objects.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole')
    const bindings = objects.filter(({ kind }) => kind.endsWith('RoleBinding'))
    expect(bindings).toEqual(
      roles.map(({ kind, metadata }) =>
        expect.objectContaining({
          kind: `${kind}Binding`,
          metadata,
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name },
          subjects: [{ kind: 'ServiceAccount', name: 'nodesize-reconciler', namespace: 'balloons' }],
        }),
      ),
    )
    expect(roles.map(({ metadata }) => metadata.namespace)).toEqual([undefined, 'balloons', 'default'])
  })
})

test('the rights exist before the replicas', () => {
  expect(objects.map(({ kind }) => kind).at(-1)).toBe('Deployment')
  expect(objects[0]).toMatchObject({ kind: 'ServiceAccount', metadata: { namespace: 'balloons' } })
})

test('a replica keeps the sizes of its namespace, has longer to end than it needs, and is no critical pod', () => {
  expect(objects.at(-1)).toMatchObject({
    spec: {
      replicas: 2,
      template: {
        spec: {
          serviceAccountName: 'nodesize-reconciler',
          terminationGracePeriodSeconds: 40,
          containers: [{ args: expect.arrayContaining(['reconcile', '--namespace=balloons']) }],
        },
      },
    },
  })
  expect(JSON.stringify(objects)).not.toContain('system-')
})
