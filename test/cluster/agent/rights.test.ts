import { describe, expect, test } from '@jest/globals'
import { agent } from '../../../src/lib/names.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { condition, deleteDocument, keepRights, makeDocument, rightsIn } from './installed.ts'
import { type Asked, ask, merge, patchNode, tokenFor } from './token.ts'

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

  test('creates Events of its Node, counts how often, and renews its own token', async () => {
    expect(await statusOf(createEvent({}))).toBe(201)
    const event = '/api/v1/namespaces/default/events/node-a.test'
    const series = { count: 2, lastObservedTime: '2026-01-01T00:00:00.000000Z' }
    expect(await statusOf({ method: 'PATCH', path: event, body: { series }, contentType: merge })).toBe(200)
    expect(await statusOf({ method: 'PATCH', path: event, body: { message: 'x' }, contentType: merge })).toBe(403)
    await kubectl(['delete', 'event', 'node-a.test', '--namespace=default'])
    expect(await statusOf(requestToken({ boundObjectRef: boundTo('node-a') }))).toBe(201)
  })
})

const boundTo = (name: string) => ({ kind: 'Node', apiVersion: 'v1', name })
const requestToken = (spec: object): Asked => ({
  method: 'POST',
  path: '/api/v1/namespaces/kube-system/serviceaccounts/kubeletcfg-agent-node-a/token',
  body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600, ...spec } },
})

describe('a token that would outlive what it is for', () => {
  test.each<readonly [what: string, spec: object, message: RegExp]>([
    ['is bound to nothing', {}, /bound to its own Node/],
    ['is bound to another node', { boundObjectRef: boundTo('node-b') }, /bound to its own Node/],
    [
      'is valid for more than 30 days',
      { boundObjectRef: boundTo('node-a'), expirationSeconds: 2_592_001 },
      /at most 2592000 seconds/,
    ],
  ])('is refused when it %s', async (_, spec, message) => {
    const { status, body } = await ask(installed.token(), requestToken(spec))
    expect([status, body.message]).toEqual([403, expect.stringMatching(message)])
  })

  test('cannot be had: each that an agent got itself ends with its Node', async () => {
    const name = 'node-revoked'
    const make = () => applyObjects([{ apiVersion: 'v1', kind: 'Node', metadata: { name } }])
    const rights = await rightsIn(['--node', name])
    await make()
    await kubectl(['apply', '--filename=-'], { input: rights })
    const account = `kubeletcfg-agent-${name}`
    const first = await tokenFor(account, name)
    const request = { ...requestToken({ boundObjectRef: boundTo(name), expirationSeconds: 2_592_000 }) }
    const path = request.path.replace('kubeletcfg-agent-node-a', account)
    const answer = await ask(first, { ...request, path })
    const { token: own } = answer.body['status'] as { token: string }
    expect(await statusOf({ path: `/api/v1/nodes/${name}` }, own)).toBe(200)
    await kubectl(['delete', 'node', name])
    await make()
    const deadline = Date.now() + 30_000
    const ends = async (token: string) => {
      while ((await statusOf({ path: `/api/v1/nodes/${name}` }, token)) !== 401 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 200))
      return statusOf({ path: `/api/v1/nodes/${name}` }, token)
    }
    expect([await ends(first), await ends(own)]).toEqual([401, 401])
    await kubectl(['delete', 'node', name])
    await kubectl(['delete', '--filename=-'], { input: rights })
  })
})

const node = (name: string) => ({ apiVersion: 'v1', kind: 'Node', name, uid: name })
const createEvent = (change: object): Asked => ({
  method: 'POST',
  path: '/api/v1/namespaces/default/events',
  body: {
    metadata: { name: 'node-a.test', namespace: 'default' },
    involvedObject: node('node-a'),
    reason: 'KubeletConfigChanged',
    action: 'Changed',
    message: 'a test',
    type: 'Normal',
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingComponent: 'kubeletcfg.dev/agent',
    reportingInstance: 'node-a',
    ...change,
  },
})

test.each<readonly [what: string, change: object, message: RegExp]>([
  ['of another Node', { involvedObject: node('node-b') }, /its own Node only/],
  ['of a pod', { involvedObject: { kind: 'Pod', namespace: 'default', name: 'node-a' } }, /its own Node only/],
  ['that relates to another object', { related: node('node-b') }, /nothing else/],
  ['of the kubelet', { reportingComponent: 'kubelet' }, /as kubeletcfg\.dev\/agent/],
  ['of an old kubelet', { source: { component: 'kubelet', host: 'node-a' } }, /as kubeletcfg\.dev\/agent/],
  ['with a finalizer', { metadata: { name: 'node-a.test', finalizers: ['example.com/a'] } }, /no labels/],
])('an agent forges no Event %s', async (_, change, message) => {
  const { status, body } = await ask(installed.token(), createEvent(change))
  expect([status, body.message]).toEqual([403, expect.stringMatching(message)])
})
