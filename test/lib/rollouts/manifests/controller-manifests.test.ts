import { describe, expect, test } from '@jest/globals'
import { ControllerMetrics } from '../../../../src/lib/fleet/controller/controller-metrics.ts'
import { rollout } from '../../../../src/lib/names.ts'
import {
  type ControllerManifestOptions,
  controllerManifests,
} from '../../../../src/lib/rollouts/manifests/controller-manifests.ts'

const usual: ControllerManifestOptions = {
  namespace: 'kube-system',
  image: 'registry.example/kubeletcfg:1.0',
  replicas: 2,
  nodeSelector: undefined,
  setsPolicy: true,
  hasWebhook: true,
  monitoring: undefined,
}
const objects = controllerManifests(usual)
const monitored = controllerManifests({ ...usual, monitoring: { namespace: 'observed', labels: { release: 'ours' } } })
const find = (kind: string, some = objects) => some.find((object) => object.kind === kind)

interface Rule {
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

const rulesOf = (object: object): readonly Rule[] => (object as { rules?: readonly Rule[] }).rules ?? []

test.each<[string, boolean, readonly string[]]>([
  ['without a webhook', false, []],
  [
    'with one',
    true,
    [
      'kubeletcfg-system secrets get+patch kubeletcfg-controller-webhook',
      'cluster validatingwebhookconfigurations get kubeletcfg-documents',
    ],
  ],
])('%s, its rights are these, where they are, and no others', (_, hasWebhook, more) => {
  const rights = controllerManifests({ ...usual, hasWebhook }).flatMap((object) =>
    rulesOf(object).map(({ resources, resourceNames = [], verbs }) =>
      [object.metadata.namespace ?? 'cluster', ...resources, verbs.join('+'), ...resourceNames].join(' '),
    ),
  )
  const expected = [
    'cluster nodes get+list+watch',
    'cluster pods list',
    'kube-system configmaps get+list+watch',
    'kube-system configmaps create',
    `kube-system configmaps patch ${rollout.configMap}`,
    'kube-system events create+patch',
    'kubeletcfg-system pods create+delete',
    'kubeletcfg-system pods/log get',
    'kubeletcfg-system leases create',
    'kubeletcfg-system leases get+patch kubeletcfg-controller',
    ...more,
  ]
  expect(rights.toSorted()).toEqual(expected.toSorted())
})

test('the Secret of the webhook is made empty, and before what fills it', () => {
  const kinds = objects.map(({ kind }) => kind)
  expect(find('Secret')).toEqual({
    ...{ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' },
    metadata: expect.objectContaining({ name: 'kubeletcfg-controller-webhook', namespace: 'kubeletcfg-system' }),
  })
  expect(kinds.indexOf('Namespace')).toBeLessThan(kinds.indexOf('Secret'))
  expect(kinds.indexOf('Secret')).toBeLessThan(kinds.indexOf('Deployment'))
  expect(controllerManifests({ ...usual, hasWebhook: false }).map(({ kind }) => kind)).not.toContain('Secret')
})

test('the policy that limits it comes with it, and before what runs', () => {
  const kinds = objects.map(({ kind }) => kind)
  expect(kinds.indexOf('ValidatingAdmissionPolicyBinding')).toBeLessThan(kinds.indexOf('Deployment'))
  expect(find('ValidatingAdmissionPolicy')).toMatchObject({ spec: { failurePolicy: 'Fail' } })
})

test('each resource that the controller may write is checked by the policy', () => {
  const { spec } = find('ValidatingAdmissionPolicy') as unknown as {
    spec: { matchConstraints: { resourceRules: { resources: string[] }[] }; validations: { expression: string }[] }
  }
  const writing = ['create', 'patch', 'update', 'delete']
  const written = objects
    .flatMap(rulesOf)
    .filter(({ verbs }) => verbs.some((verb) => writing.includes(verb)))
    .flatMap(({ resources }) => resources)
  const matched = spec.matchConstraints.resourceRules.flatMap(({ resources }) => resources)
  const checked = (resource: string) =>
    spec.validations.some(({ expression }) => expression.startsWith(`request.resource.resource != '${resource}' || `))
  expect(matched.toSorted()).toEqual([...new Set(written)].toSorted())
  expect(matched.filter((resource) => !checked(resource))).toEqual([])
})

test.each([
  [{}, ['--probe-image=registry.example/kubeletcfg:1.0']],
  [{ setsPolicy: false }, ['--no-default-policy']],
])('the arguments of its container say what is wanted: %j', (options, more) => {
  expect(find('Deployment', controllerManifests({ ...usual, ...options }))).toMatchObject({
    metadata: { name: 'kubeletcfg-controller', namespace: 'kubeletcfg-system' },
    spec: {
      template: {
        spec: {
          containers: [
            {
              command: ['/usr/local/bin/kubeletcfg'],
              args: expect.arrayContaining(['controller', 'run', '--namespace=kube-system', ...more]),
            },
          ],
        },
      },
    },
  })
})

describe('alerts and the dashboard', () => {
  const text = JSON.stringify(monitored)

  test('come only if wanted', () => {
    expect(monitored.slice(objects.length).map(({ kind }) => kind)).toEqual([
      'PodMonitor',
      'PrometheusRule',
      'ConfigMap',
    ])
  })

  test('name only metrics that the controller has', () => {
    const names = new ControllerMetrics('v').registry.collect().map(({ name }) => name)
    const named = text.match(/kubeletcfg_(?:controller|rollout)_\w+/g) ?? []
    expect(named).toContain('kubeletcfg_rollout_phase')
    expect(named.filter((name) => !names.includes(name))).toEqual([])
  })
})
