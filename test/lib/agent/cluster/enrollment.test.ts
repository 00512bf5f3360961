import { expect, test } from '@jest/globals'
import { enrollmentOver } from '../../../../src/lib/agent/cluster/enrollment.ts'
import { refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../../cluster/http/rest-to.ts'

const request = {
  namespace: 'kube-system',
  serviceAccount: 'kubeletcfg-agent-node-a',
  node: { name: 'node-a', uid: 'u-1' },
  seconds: 3600,
}
const bound = { kind: 'Node', name: 'node-a', uid: 'u-1', apiVersion: 'v1' }
const status = { token: 't', expirationTimestamp: '2026-11-22T12:00:00Z' }

async function requestToken(body: object) {
  await using server = await startApiServer(() => ({ status: 201, body }))
  const enrollment = enrollmentOver(await restTo(server.url))
  const issued = await enrollment.requestToken(request, patient)
  return { issued, sent: server.received[0]! }
}

test('a token is requested for a ServiceAccount, bound to a Node', async () => {
  const { issued, sent } = await requestToken({ kind: 'TokenRequest', spec: { boundObjectRef: bound }, status })
  expect(sent).toMatchObject({
    method: 'POST',
    path: '/api/v1/namespaces/kube-system/serviceaccounts/kubeletcfg-agent-node-a/token',
    body: { kind: 'TokenRequest', spec: { expirationSeconds: 3600, boundObjectRef: bound } },
  })
  expect(issued).toEqual({ token: 't', expiresAt: Date.UTC(2026, 10, 22, 12) })
})

test.each([
  ['is not bound', { spec: {}, status }],
  ['is missing', { spec: { boundObjectRef: bound }, status: {} }],
  ['does not end', { spec: { boundObjectRef: bound }, status: { token: 't' } }],
])('a token that %s is not accepted', async (_, answer) => {
  await expect(requestToken({ kind: 'TokenRequest', ...answer })).rejects.toMatchObject({ code: 'unreachable' })
})

test('the machine of a Node is what its kubelet reported', async () => {
  const nodeInfo = { machineID: 'm', bootID: 'b' }
  const body = { kind: 'Node', metadata: { name: 'node-a', uid: 'u-1' }, status: { nodeInfo } }
  await using server = await startApiServer(() => ({ body }))
  const enrollment = enrollmentOver(await restTo(server.url))
  expect(await enrollment.machineOf('node-a', patient)).toEqual({ uid: 'u-1', machineId: 'm', bootId: 'b' })
})

test('a Node that does not exist has no machine', async () => {
  await using server = await startApiServer(() => refusal(404, 'NotFound', { details: { name: 'node-a' } }))
  const enrollment = enrollmentOver(await restTo(server.url))
  expect(await enrollment.machineOf('node-a', patient)).toBeUndefined()
})
