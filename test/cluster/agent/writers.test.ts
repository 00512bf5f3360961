import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { agent } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { tokenOf } from '../control-plane/users.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { type Asked, ask, merge, patchNode } from './token.ts'

const documents = '/api/v1/namespaces/kube-system/configmaps'
const own = `${documents}/node-a-kubelet-configuration`
const flags = ['--writer', 'editor', '--writer-group', 'system:masters']
const manifests = async () => (await kubeletcfg(['agent', 'manifests', '--node', 'node-a', ...flags])).stdout
const role = ['--verb=*', '--resource=configmaps,nodes,nodes/status,controllerrevisions.apps']

/** Both may write ConfigMaps and Nodes by RBAC; the policy names only `editor`. */
const [named, other] = ['editor', 'viewer'] as const

beforeAll(async () => {
  await kubectl(['create', 'clusterrole', 'test-writers', ...role])
  await kubectl([
    'create',
    'clusterrolebinding',
    'test-writers',
    '--clusterrole=test-writers',
    `--user=${named}`,
    `--user=${other}`,
  ])
  await kubectl(['apply', '--filename=-'], { input: await manifests() })
  const deadline = Date.now() + 30_000
  while ((await statusOf(other, createDocument('x'))) !== 403 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 200))
  await kubectl(['delete', 'configmap', 'x-kubelet-configuration', '--namespace=kube-system', '--ignore-not-found'])
})

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: await manifests() })
  await kubectl(['delete', 'clusterrolebinding,clusterrole', 'test-writers'])
  for (const name of ['x', 'node-a'])
    await kubectl([
      'delete',
      'configmap',
      `${name}-kubelet-configuration`,
      '--namespace=kube-system',
      '--ignore-not-found',
    ])
  await kubectl(['annotate', 'node', 'node-a', `${agent.annotation.documents}-`, `${agent.annotation.forgetBad}-`])
})

const absentOwner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'absent', uid: 'absent' }
const askAs = (user: string, asked: Asked) => ask(tokenOf(user), asked)
const statusOf = async (user: string, asked: Asked): Promise<number> => (await askAs(user, asked)).status
const createDocument = (node: string): Asked => ({
  method: 'POST',
  path: documents,
  body: { metadata: { name: `${node}-kubelet-configuration` }, data: { kubelet: 'maxPods: 1' } },
})
const patchDocument = (body: object): Asked => ({ method: 'PATCH', path: own, body, contentType: merge })

describe('documents', () => {
  test('are pushed by a writer, and by no other who may write ConfigMaps', async () => {
    const text = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 100\n'
    const push = async (user: string) =>
      kubeletcfg(['push', '-f', '-', '--node', 'node-a', '--yes'], {
        kubeconfig: await writeKubeconfig({ user }),
        input: text,
      })
    expect(await push(other)).toMatchObject({
      exit: 5,
      stderr: expect.stringMatching(
        /only user editor, group system:masters may write[\s\S]*kubeletcfg agent manifests --writer editor --writer-group system:masters --writer USER \| kubectl apply/,
      ),
    })
    expect(await push(named)).toMatchObject({ exit: 0 })
  })

  test.each<readonly [what: string, asked: Asked]>([
    ['create', createDocument('x')],
    ['change the text of', patchDocument({ data: { kubelet: 'maxPods: 2' } })],
    ['add a key to', patchDocument({ data: { other: 'x' } })],
    ['add binary data to', patchDocument({ binaryData: { other: 'eA==' } })],
    ['accept a risk for', patchDocument({ metadata: { annotations: { [agent.annotation.acceptedRisks]: 'drain' } } })],
    ['stamp', patchDocument({ metadata: { annotations: { 'kubeletcfg.dev/revision': '7' } } })],
    ['freeze', patchDocument({ immutable: true })],
    ['label', patchDocument({ metadata: { labels: { team: 'a' } } })],
    ['annotate', patchDocument({ metadata: { annotations: { 'argocd.argoproj.io/tracking-id': 'a' } } })],
    ['keep', patchDocument({ metadata: { finalizers: ['example.com/a'] } })],
    ['take the field managers of', patchDocument({ metadata: { managedFields: [{}] } })],
    ['have an owner that does not exist delete', patchDocument({ metadata: { ownerReferences: [absentOwner] } })],
    ['delete', { method: 'DELETE', path: own }],
    [
      'delete among all',
      { method: 'DELETE', path: `${documents}?fieldSelector=metadata.name%3Dnode-a-kubelet-configuration` },
    ],
  ])('no other may %s a document', async (_, asked) => {
    const { status, body } = await askAs(other, asked)
    expect([status, body.message]).toEqual([403, expect.stringMatching(/kubeletcfg-document-writers/)])
  })

  test('are migrated by others as before: they are stored anew, and do not change', async () => {
    const found = (await askAs(other, { path: own })).body
    expect(await statusOf(other, { method: 'PUT', path: own, body: found })).toBe(200)
  })

  test('are labelled and owned by what a writer says, and collected with it', async () => {
    const owner = { method: 'POST', path: documents, body: { metadata: { name: 'test-owner' } } } as const
    const { uid } = (await askAs(named, owner)).body['metadata'] as { uid: string }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'test-owner', uid }]
    expect(await statusOf(named, createDocument('x'))).toBe(201)
    const path = `${documents}/x-kubelet-configuration`
    const body = { metadata: { labels: { team: 'a' }, ownerReferences } }
    expect(await statusOf(named, { ...patchDocument(body), path })).toBe(200)
    await kubectl(['delete', 'configmap', 'test-owner', '--namespace=kube-system'])
    await kubectl(['wait', '--for=delete', 'configmap/x-kubelet-configuration', '--namespace=kube-system'])
  })

  test('are no other ConfigMaps: kubeadm writes its own, and everybody theirs', async () => {
    for (const name of ['kubelet-config', 'my-kubelet-config'])
      expect(await statusOf(other, { method: 'POST', path: documents, body: { metadata: { name } } })).toBe(201)
    await kubectl(['delete', 'configmap', 'kubelet-config', 'my-kubelet-config', '--namespace=kube-system'])
    const elsewhere = '/api/v1/namespaces/default/configmaps'
    const body = { metadata: { name: 'node-a-kubelet-configuration' } }
    expect(await statusOf(other, { method: 'POST', path: elsewhere, body })).toBe(201)
    expect(await statusOf(other, { method: 'DELETE', path: `${elsewhere}/node-a-kubelet-configuration` })).toBe(200)
  })
})

test('the history of documents is written by a writer only, and that of workloads by all as before', async () => {
  const revisions = '/apis/apps/v1/namespaces/kube-system/controllerrevisions'
  const create = (name: string): Asked => ({
    method: 'POST',
    path: revisions,
    body: { metadata: { name }, revision: 7, data: { kubelet: 'x' } },
  })
  const [name, foreign] = ['x-kubelet-configuration-7', 'x-kubelet-configuration-7f9c']
  const remove = (of: string): Asked => ({ method: 'DELETE', path: `${revisions}/${of}` })
  expect(await statusOf(other, create(name))).toBe(403)
  expect(await statusOf(named, create(name))).toBe(201)
  expect(await statusOf(other, remove(name))).toBe(403)
  expect(await statusOf(named, remove(name))).toBe(200)
  expect(await statusOf(other, create(foreign))).toBe(201)
  expect(await statusOf(other, remove(foreign))).toBe(200)
})

describe('the annotations of a Node that control its agent', () => {
  const control = (name: string, value: string | null) => ({ metadata: { annotations: { [name]: value } } })

  test('are written by a writer only, on the Node and through its status', async () => {
    for (const name of [agent.annotation.documents, agent.annotation.forgetBad])
      for (const subresource of ['', '/status'] as const) {
        expect(await statusOf(other, patchNode('node-a', control(name, 'all'), subresource))).toBe(403)
        expect(await statusOf(named, patchNode('node-a', control(name, 'all'), subresource))).toBe(200)
        expect(await statusOf(other, patchNode('node-a', control(name, null), subresource))).toBe(403)
        expect(await statusOf(named, patchNode('node-a', control(name, null), subresource))).toBe(200)
      }
  })

  test('are not written by the kubelet of the node, which writes others as before', async () => {
    const user = 'system:node:node-a'
    expect(await statusOf(user, patchNode('node-a', control(agent.annotation.documents, 'local'), ''))).toBe(403)
    expect(await statusOf(user, patchNode('node-a', control('note', 'a'), ''))).toBe(200)
    expect(await statusOf(user, patchNode('node-a', control('note', null)))).toBe(200)
  })

  test('stay as they are when others change the Node', async () => {
    expect(await statusOf(named, patchNode('node-a', control(agent.annotation.documents, 'all'), ''))).toBe(200)
    for (const unschedulable of [true, null])
      expect(await statusOf(other, patchNode('node-a', { spec: { unschedulable } }, ''))).toBe(200)
    expect(await statusOf(named, patchNode('node-a', control(agent.annotation.documents, null), ''))).toBe(200)
  })

  test('do not come with a new Node', async () => {
    const create = (user: string, metadata: object): Asked => ({
      method: 'POST',
      path: '/api/v1/nodes',
      body: { metadata: { name: `test-${user}`, ...metadata } },
    })
    const annotations = { [agent.annotation.documents]: 'all' }
    expect(await statusOf(other, create(other, { annotations }))).toBe(403)
    expect(await statusOf(other, create(other, {}))).toBe(201)
    await kubectl(['delete', 'node', `test-${other}`])
  })
})

test('kubelets go on: one that starts writes its Node as before', async () => {
  const heartbeat = "-o=jsonpath={.status.conditions[?(@.type=='Ready')].lastHeartbeatTime}"
  const before = await kubectl(['get', 'node', 'node-b', heartbeat])
  await onNode('node-b', ['systemctl', 'restart', 'kubelet'])
  const deadline = Date.now() + 60_000
  while ((await kubectl(['get', 'node', 'node-b', heartbeat])) === before && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await kubectl(['get', 'node', 'node-b', heartbeat])).not.toBe(before)
  await kubectl(['wait', '--for=condition=Ready', 'node/node-b', '--timeout=30s'])
})
