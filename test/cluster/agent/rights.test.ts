import { describe, expect, test } from '@jest/globals'
import { agent } from '../../../src/lib/names.ts'
import { condition, deleteDocument, keepRights, makeDocument } from './installed.ts'
import { type Asked, ask, merge, patchNode } from './token.ts'

const documents = '/api/v1/namespaces/kube-system/configmaps'
const named = (name: string) => `${documents}?fieldSelector=metadata.name%3D${name}`
const installed = keepRights()
const statusOf = async (asked: Asked, token = installed.token()): Promise<number> => (await ask(token, asked)).status

describe('an agent with a token of its node', () => {
  test('reads the global document and its own, and lists and watches each by its name', async () => {
    for (const name of ['global-kubelet-configuration', 'node-a-kubelet-configuration']) {
      expect(await statusOf({ path: `${documents}/${name}` })).toBe(200)
      expect(await statusOf({ path: named(name) })).toBe(200)
    }
  })

  test('is told that a document of its own is absent, not that it must not see it', async () => {
    await deleteDocument('node-a-kubelet-configuration')
    expect(await statusOf({ path: `${documents}/node-a-kubelet-configuration` })).toBe(404)
    await makeDocument('node-a-kubelet-configuration')
  })

  test.each<readonly [what: string, asked: Asked]>([
    ["another node's document", { path: `${documents}/node-b-kubelet-configuration` }],
    ["a list of another node's document", { path: named('node-b-kubelet-configuration') }],
    ['all ConfigMaps', { path: documents }],
    ['pods', { path: '/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-a' }],
    ['secrets', { path: '/api/v1/namespaces/kube-system/secrets' }],
    ['another Node', { path: '/api/v1/nodes/node-b' }],
    ['all Nodes', { path: '/api/v1/nodes' }],
    ['the kubelet of its node through the API server', { path: '/api/v1/nodes/node-a/proxy/configz' }],
    ["another node's Lease", { path: '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-b' }],
  ])('does not read %s', async (_, asked) => {
    expect(await statusOf(asked)).toBe(403)
  })

  test('reads its own Node and its Lease', async () => {
    expect(await statusOf({ path: '/api/v1/nodes/node-a' })).toBe(200)
    expect(await statusOf({ path: '/api/v1/nodes?fieldSelector=metadata.name%3Dnode-a' })).toBe(200)
    expect(await statusOf({ path: '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-a' })).toBe(200)
  })

  test.each<readonly [what: string, asked: Asked]>([
    ['create a document', { method: 'POST', path: documents, body: { metadata: { name: 'x-kubelet-configuration' } } }],
    [
      'change a document',
      { method: 'PATCH', path: `${documents}/node-a-kubelet-configuration`, body: { data: {} }, contentType: merge },
    ],
    ['delete a document', { method: 'DELETE', path: `${documents}/global-kubelet-configuration` }],
    ['patch another Node', patchNode('node-b', condition(agent.condition))],
    ['patch its Node other than its status', patchNode('node-a', { spec: { unschedulable: true } }, '')],
    ['replace the status of its Node', { method: 'PUT', path: '/api/v1/nodes/node-a/status', body: {} }],
    ['delete its Node', { method: 'DELETE', path: '/api/v1/nodes/node-a' }],
    [
      'get a token of another agent',
      {
        method: 'POST',
        path: '/api/v1/namespaces/kube-system/serviceaccounts/kubeletcfg-agent-node-b/token',
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
      },
    ],
  ])('cannot %s: RBAC', async (_, asked) => {
    expect(await statusOf(asked)).toBe(403)
  })

  test('creates Events of its Node, and renews its own token', async () => {
    const event = {
      metadata: { generateName: 'node-a.', namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'node-a', uid: 'node-a' },
      reason: 'KubeletConfigChanged',
      message: 'a test',
      type: 'Normal',
    }
    expect(await statusOf({ method: 'POST', path: '/api/v1/namespaces/default/events', body: event })).toBe(201)
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } }
    const path = '/api/v1/namespaces/kube-system/serviceaccounts/kubeletcfg-agent-node-a/token'
    expect(await statusOf({ method: 'POST', path, body })).toBe(201)
  })
})
