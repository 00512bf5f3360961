import { expect, test } from '@jest/globals'
import { createSandbox } from '../../../src/sandbox/create.ts'
import { requestOf } from '../../contract/sandbox-subject.ts'

/** What docs/sandbox.md lists as not simulated. */
const sandbox = createSandbox({
  ...{ nodes: 1, nodeCpu: '2', nodeMemory: '8Gi', kubernetesVersion: '1.36.3' },
  ...{ seed: 1, now: Date.UTC(2026, 10, 21) },
})

function ask(method: string, path: string, body?: object) {
  const reply = sandbox.handle(requestOf({ method, path, ...(body !== undefined && { body }) }))
  if (reply.kind === 'watch') throw new Error(`${path} answered with a watch`)
  return { status: reply.status, body: reply.body as Readonly<Record<string, unknown>> }
}

const namespaced = (group: string, resource: string): string => `${group}/namespaces/default/${resource}`

test.each([
  ['/api/v1', 'secrets'],
  ['/api/v1', 'services'],
  ['/api/v1', 'persistentvolumeclaims'],
  ['/apis/apps/v1', 'deployments'],
  ['/apis/policy/v1', 'poddisruptionbudgets'],
])('of %s %s there are none, and none can be created', (group, resource) => {
  expect(ask('GET', namespaced(group, resource))).toMatchObject({ status: 200, body: { items: [] } })
  const body = { metadata: { name: 'one' } }
  expect(ask('POST', namespaced(group, resource), body)).toMatchObject({
    status: 501,
    body: { kind: 'Status', reason: 'NotImplemented', message: expect.stringContaining('the sandbox does not') },
  })
})

test.each([
  '/apis/events.k8s.io/v1/events',
  '/apis/batch/v1/jobs',
  '/api/v1/namespaces/kube-system/pods/one/attach',
  '/api/v1/namespaces/kube-system/pods/one/exec',
])('%s is answered with 501, and not with an invented answer', (path) => {
  expect(ask('GET', path)).toMatchObject({ status: 501, body: { reason: 'NotImplemented' } })
})

test('policies are stored, and not enforced', () => {
  const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }
  const policy = {
    metadata: { name: 'no-config-maps' },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'false' }] },
  }
  const binding = { metadata: { name: 'no' }, spec: { policyName: 'no-config-maps', validationActions: ['Deny'] } }
  expect(ask('POST', policies, policy).status).toBe(201)
  expect(ask('POST', policies.replace('policies', 'policybindings'), binding).status).toBe(201)
  expect(ask('POST', namespaced('/api/v1', 'configmaps'), { metadata: { name: 'one' } }).status).toBe(201)
})

test('policies that change objects cannot be stored', () => {
  const path = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies'
  expect(ask('POST', path, { metadata: { name: 'one' } })).toMatchObject({ status: 501 })
})
