import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { agent } from '../../../src/lib/names.ts'
import { tokenOf } from '../control-plane/users.ts'
import { kubectl } from '../kubectl.ts'
import { condition, keepRights, manifests, rightsIn } from './installed.ts'
import { type Asked, ask, patchNode, tokenFor } from './token.ts'

const installed = keepRights()
const ownedByNobody = {
  metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'absent', uid: 'absent' }] },
}
const statusOf = async (asked: Asked, token = installed.token()): Promise<number> => (await ask(token, asked)).status

describe('an agent with a token of its node', () => {
  test.each<readonly [what: string, body: object, message: RegExp]>([
    ['a condition of the kubelet', condition('Ready', { status: 'False' }), /condition KubeletConfigOk only/],
    ['a condition of nobody', condition('Foreign'), /condition KubeletConfigOk only/],
    [
      'the removal of a condition',
      { status: { conditions: [{ type: 'Ready', $patch: 'delete' }] } },
      /condition KubeletConfigOk only/,
    ],
    ['a label', { metadata: { labels: { team: 'a' } } }, /no metadata/],
    ['the removal of a label', { metadata: { labels: { 'kubernetes.io/hostname': null } } }, /no metadata/],
    ['a finalizer', { metadata: { finalizers: ['example.com/a'] } }, /no metadata/],
    ['an owner that does not exist, so that it is deleted', ownedByNobody, /no metadata/],
    [
      'an annotation of others',
      { metadata: { annotations: { note: 'a' } } },
      /annotation kubeletcfg\.dev\/agent-status only/,
    ],
    ['an annotation that controls it', { metadata: { annotations: { [agent.annotation.documents]: 'all' } } }, /only/],
    ['allocatable', { status: { allocatable: { cpu: '100' } } }, /nothing of the status/],
    ['an address', { status: { addresses: [{ type: 'ExternalIP', address: '192.0.2.1' }] } }, /nothing of the status/],
    ['a condition without a reason', condition(agent.condition, { reason: '' }), /has a status, a reason/],
    [
      'a condition with a status of its own',
      condition(agent.condition, { status: 'Perhaps' }),
      /has a status, a reason/,
    ],
    ['a message without end', condition(agent.condition, { message: 'm'.repeat(5_000) }), /at most 4096/],
    [
      'a report without end',
      { metadata: { annotations: { [agent.annotation.status]: 'x'.repeat(40_000) } } },
      /at most 32768/,
    ],
  ])('cannot write %s to its own Node: the policy', async (_, body, message) => {
    const answer = await ask(installed.token(), patchNode('node-a', body))
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringMatching(message)])
  })

  test('does not write in the name of another', async () => {
    const asked = {
      ...patchNode('node-a', condition(agent.condition)),
      path: '/api/v1/nodes/node-a/status?fieldManager=kubelet',
    }
    const answer = await ask(installed.token(), asked)
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringMatching(/as field manager/)])
  })

  test('does not change taints or cordon by the status: the API server ignores the spec there', async () => {
    const before = (await ask(installed.token(), { path: '/api/v1/nodes/node-a' })).body['spec']
    const body = { spec: { unschedulable: true, taints: [{ key: 'a', effect: 'NoSchedule' }] } }
    await ask(installed.token(), patchNode('node-a', body))
    expect((await ask(installed.token(), { path: '/api/v1/nodes/node-a' })).body['spec']).toEqual(before)
  })

  test('writes and removes its condition and its annotation', async () => {
    const report = { metadata: { annotations: { [agent.annotation.status]: '{}' } }, ...condition(agent.condition) }
    expect(await statusOf(patchNode('node-a', report))).toBe(200)
    const removal = {
      metadata: { annotations: { [agent.annotation.status]: null } },
      status: { conditions: [{ type: agent.condition, $patch: 'delete' }] },
    }
    expect(await statusOf(patchNode('node-a', removal))).toBe(200)
    expect(await statusOf(patchNode('node-a', report))).toBe(200)
  })
})

describe('an agent with another token', () => {
  test('that is bound to nothing is known by its ServiceAccount', async () => {
    const token = await tokenFor('kubeletcfg-agent-node-a')
    expect(await statusOf(patchNode('node-a', condition(agent.condition)), token)).toBe(200)
    expect(await statusOf(patchNode('node-a', condition('Foreign')), token)).toBe(403)
  })

  test('that is bound to another node changes neither', async () => {
    const stolen = await tokenFor('kubeletcfg-agent-node-a', 'node-b')
    for (const node of ['node-a', 'node-b'])
      expect(await statusOf(patchNode(node, condition(agent.condition)), stolen)).toBe(403)
  })

  test('ends when its ServiceAccount is deleted', async () => {
    const token = await tokenFor('kubeletcfg-agent-node-b', 'node-b')
    await kubectl(['delete', 'serviceaccount', 'kubeletcfg-agent-node-b', '--namespace=kube-system'])
    const deadline = Date.now() + 30_000
    while ((await statusOf({ path: '/api/v1/nodes/node-b' }, token)) !== 401 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await statusOf({ path: '/api/v1/nodes/node-b' }, token)).toBe(401)
    await kubectl(['apply', '--filename=-'], { input: await manifests() })
  })
})

describe('an agent of a DaemonSet', () => {
  const rights = () => rightsIn(['--daemonset', '--server', 'https://api.example:6443'])
  const account = 'kubeletcfg-agent'
  const report = (node: string, bearer: string) => statusOf(patchNode(node, condition(agent.condition)), bearer)
  let token: string

  beforeAll(async () => {
    await kubectl(['apply', '--filename=-'], { input: await rights() })
    token = await tokenFor(account, 'node-a')
    const deadline = Date.now() + 30_000
    while ((await report('node-a', token)) !== 200 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 200))
  })

  afterAll(async () => {
    await kubectl(['delete', '--filename=-'], { input: await rights() })
  })

  test('changes the Node that its token is bound to, which RBAC alone would not keep it to', async () => {
    const unbound = await tokenFor(account)
    expect(await report('node-a', token)).toBe(200)
    const { status, body } = await ask(token, patchNode('node-b', condition(agent.condition)))
    expect([status, body.message]).toEqual([403, expect.stringMatching(/its own Node only/)])
    for (const node of ['node-a', 'node-b']) expect(await report(node, unbound)).toBe(403)
  })

  test('gives its Node no owner that does not exist, which would have it deleted', async () => {
    const { status, body } = await ask(token, patchNode('node-a', ownedByNobody))
    expect([status, body.message]).toEqual([403, expect.stringMatching(/no metadata/)])
  })
})

test('a kubelet reads the pods of its node and of no other: agents ask with its credentials', async () => {
  const podsOf = (node: string) => ({ path: `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}` })
  const kubelet = tokenOf('system:node:node-a')
  expect(await statusOf(podsOf('node-a'), kubelet)).toBe(200)
  expect(await statusOf(podsOf('node-b'), kubelet)).toBe(403)
  expect(await statusOf({ path: '/api/v1/pods' }, kubelet)).toBe(403)
})
