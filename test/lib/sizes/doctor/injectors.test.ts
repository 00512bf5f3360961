import { expect, test } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { balloon, reconciler } from '../../../../src/lib/names.ts'
import { injectingPolicies, injectingWebhooks } from '../../../../src/lib/sizes/doctor/of-namespace.ts'

const namespace = { 'kubernetes.io/metadata.name': 'kube-system' }
const pods = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }

const webhook = (fields: object): ObjectBody => ({
  ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', metadata: { name: 'x' } },
  webhooks: [{ name: 'a.example', rules: [pods], ...fields }],
})
const isIn = (key: string, operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key, operator, values }],
})

test.each<[string, object, string | undefined]>([
  ['pods that are created', {}, 'creation'],
  ['everything', { rules: [{ apiGroups: ['*'], operations: ['*'], resources: ['*/*'] }] }, 'both'],
  ['resizes', { rules: [{ apiGroups: [''], operations: ['UPDATE'], resources: ['pods/resize'] }] }, 'resize'],
  ['updates of pods, which are no resizes', { rules: [{ ...pods, operations: ['UPDATE'] }] }, undefined],
  ['Deployments', { rules: [{ ...pods, apiGroups: ['apps'], resources: ['deployments'] }] }, undefined],
  ['another namespace', { namespaceSelector: { matchLabels: { team: 'a' } } }, undefined],
  [
    'all but kube-system',
    { namespaceSelector: isIn('kubernetes.io/metadata.name', 'NotIn', 'kube-system') },
    undefined,
  ],
  ['namespaces without a label', { namespaceSelector: isIn('inject', 'DoesNotExist') }, 'creation'],
  ['pods with a label of theirs', { objectSelector: isIn('inject', 'Exists') }, undefined],
  ['balloons by label', { objectSelector: isIn(balloon.podLabel.key, 'In', 'true') }, 'creation'],
])('a webhook for %s acts at %s', (_, fields, at) => {
  expect(injectingWebhooks([webhook(fields)], namespace).map((found) => found.at)).toEqual(at === undefined ? [] : [at])
})

test('the failure policy of a webhook is Fail unless it says otherwise', () => {
  const policies = [{}, { failurePolicy: 'Ignore' }].map((fields) => injectingWebhooks([webhook(fields)], namespace)[0])
  expect(policies.map((found) => found?.failurePolicy)).toEqual(['Fail', 'Ignore'])
})

const policy = (constraints: object, name = 'p'): ObjectBody => ({
  ...{
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name },
  },
  spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules: [pods], ...constraints } },
})

test.each<[string, ObjectBody, readonly string[]]>([
  ['pods', policy({}), ['p']],
  ['pods, but not those', policy({ excludeResourceRules: [pods] }), []],
  ['another namespace', policy({ namespaceSelector: { matchLabels: { team: 'a' } } }), []],
  ['balloons, of nodesize', policy({}, reconciler.birthPolicy), []],
])('a policy for %s', (_, object, found) => {
  expect(injectingPolicies([object], namespace).map(({ by }) => by)).toEqual(found)
})
