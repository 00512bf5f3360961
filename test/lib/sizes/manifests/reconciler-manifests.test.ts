import { describe, expect, test } from '@jest/globals'
import { desired } from '../../../../src/lib/names.ts'
import { type ReconcilerOptions, reconcilerObjects } from '../../../../src/lib/sizes/manifests/reconciler-manifests.ts'

const usual: ReconcilerOptions = {
  namespace: 'balloons',
  reconcilerNamespace: 'nodesize-system',
  image: 'registry.example/kubeletcfg:1.0',
  replicas: 2,
  nodeSelector: undefined,
  birthPolicy: true,
  monitoring: undefined,
}
const objects = reconcilerObjects(usual)
const kindsOf = (some: typeof objects) => some.map(({ kind }) => kind)
const find = (kind: string, some = objects) => some.find((object) => object.kind === kind)

interface Rule {
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

const rulesOf = (object: object): readonly Rule[] => (object as { rules?: readonly Rule[] }).rules ?? []

describe('the rights of the reconciler', () => {
  test('are these, where they are, and no others', () => {
    const rights = objects.flatMap((object) =>
      rulesOf(object).map(({ resources, resourceNames = [], verbs }) =>
        [object.metadata.namespace ?? 'cluster', ...resources, verbs.join('+'), ...resourceNames].join(' '),
      ),
    )
    expect(rights).toEqual([
      'cluster nodes get+list+watch+patch',
      // What they request is known from nothing else.
      'cluster pods list',
      'default events create+patch',
      'balloons pods get+list+watch',
      'balloons pods/resize patch',
      // By this, the policy of install limits it to balloons, too.
      'balloons balloons resize',
      `balloons configmaps get+list+watch ${desired.configMaps.join(' ')}`,
      'balloons limitranges list',
      'balloons daemonsets get+list+watch nodesize-balloon',
      'nodesize-system leases create',
      'nodesize-system leases get+patch nodesize-reconciler',
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
          subjects: [{ kind: 'ServiceAccount', name: 'nodesize-reconciler', namespace: 'nodesize-system' }],
        }),
      ),
    )
  })

  test('are one role, where the reconciler is beside the balloons', () => {
    const beside = reconcilerObjects({ ...usual, reconcilerNamespace: 'balloons' })
    const roles = beside.filter(({ kind, metadata }) => kind === 'Role' && metadata.namespace === 'balloons')
    expect(roles.map((role) => rulesOf(role).length)).toEqual([8])
  })
})

test('what can be used exists last, and kubectl delete takes the rights before the policies', () => {
  const kinds = kindsOf(objects)
  expect(kinds.at(-1)).toBe('Deployment')
  expect(kinds.lastIndexOf('RoleBinding')).toBeLessThan(kinds.indexOf('ServiceAccount'))
  expect(kinds.indexOf('ServiceAccount')).toBeLessThan(kinds.indexOf('ValidatingAdmissionPolicy'))
})

test('only the usual namespace is made, and deleted: another one has another owner', () => {
  expect(find('Namespace')?.metadata.name).toBe('nodesize-system')
  expect(kindsOf(reconcilerObjects({ ...usual, reconcilerNamespace: 'theirs' }))).not.toContain('Namespace')
})

test('a replica keeps the sizes of its namespace, has longer to end than it needs, and preempts nobody', () => {
  expect(objects.at(-1)).toMatchObject({
    metadata: { namespace: 'nodesize-system' },
    spec: {
      replicas: 2,
      template: {
        spec: {
          serviceAccountName: 'nodesize-reconciler',
          priorityClassName: 'nodesize-reconciler',
          terminationGracePeriodSeconds: 40,
          containers: [
            {
              args: expect.arrayContaining([
                '--namespace=balloons',
                '--leader-elect-resource-namespace=nodesize-system',
              ]),
              livenessProbe: { httpGet: { port: 'health' } },
              readinessProbe: { httpGet: { port: 'health' } },
            },
          ],
        },
      },
    },
  })
  expect(find('PriorityClass')).toMatchObject({ value: 1_000_000_000, preemptionPolicy: 'Never' })
  expect(JSON.stringify(objects)).not.toContain('system-')
})

const podSpecOf = (options: Partial<ReconcilerOptions>) =>
  (
    find('Deployment', reconcilerObjects({ ...usual, ...options })) as unknown as {
      spec: { template: { spec: object } }
    }
  ).spec.template.spec

test('it runs on nodes of the control plane, whatever the value of their label, unless others are named', () => {
  expect(podSpecOf({})).toMatchObject({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }] },
          ],
        },
      },
    },
    tolerations: expect.arrayContaining([{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }]),
  })
  const elsewhere = podSpecOf({ nodeSelector: { pool: 'infra' } })
  expect(elsewhere).toMatchObject({ nodeSelector: { pool: 'infra' } })
  expect(elsewhere).not.toHaveProperty('affinity')
})

test('a single replica has no budget, which would keep its node from being drained', () => {
  expect(kindsOf(objects)).toContain('PodDisruptionBudget')
  expect(kindsOf(reconcilerObjects({ ...usual, replicas: 1 }))).not.toContain('PodDisruptionBudget')
})

test('nobody reaches its metrics without monitoring', () => {
  expect(find('NetworkPolicy')).toMatchObject({ spec: { policyTypes: ['Ingress'] } })
  expect(find('NetworkPolicy')?.['spec']).not.toHaveProperty('ingress')
})
