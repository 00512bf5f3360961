import { describe, expect, test } from '@jest/globals'
import { usualTiming } from '../../../../src/lib/cluster/watch/timing.ts'
import { balloonsOver } from '../../../../src/lib/sizes/cluster/balloons.ts'
import { type Reply, refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../../cluster/http/rest-to.ts'

const pod = {
  metadata: { name: 'b1', namespace: 'kube-system', uid: 'u1', resourceVersion: '9' },
  spec: { containers: [{ name: 'balloon', resources: { requests: { cpu: '100m', memory: '16Mi' } } }] },
}
const sent = { kind: 'Pod', ...pod }
const resize = { pod, from: { cpu: '100m', memory: '16Mi' }, to: { cpu: '1', memory: '1Gi' } }
const podPath = '/api/v1/namespaces/kube-system/pods/b1'

async function resizeWith(reply: Reply) {
  await using server = await startApiServer(() => reply)
  const balloons = balloonsOver(await restTo(server.url), 'kube-system', usualTiming)
  const result = await balloons.resize(resize, 'server', patient).catch((error: unknown) => error)
  return { result, sent: server.received[0]!, asked: server.received.length }
}

describe('a resize', () => {
  test('is a JSON patch of the subresource, and answers with the pod', async () => {
    const { result, sent: request } = await resizeWith({ body: sent })
    expect(result).toEqual(pod)
    expect(request).toMatchObject({
      method: 'PATCH',
      path: `${podPath}/resize`,
      query: { fieldManager: 'nodesize', dryRun: 'All' },
      headers: { 'content-type': 'application/json-patch+json' },
    })
    expect(request.body).toContainEqual({ op: 'test', path: '/metadata/uid', value: 'u1' })
  })

  const failedTest = 'the server rejected our request due to an error in our request'
  const tooBig = `pods "b1" is forbidden: node didn't have enough allocatable resources: cpu, requested: 9000, allocatable: 2000`
  const denied = 'pods "b1" is forbidden: User "u" cannot patch resource "pods/resize" in API group ""'
  const limit = {
    reason: 'FieldValueInvalid',
    message: 'Invalid value: "200m": must be less than or equal to cpu limit of 100m',
    field: 'spec.containers[0].resources.requests',
  }
  const details = { name: 'b1', kind: 'pods' }
  test.each([
    [
      'the requests are not those that were read',
      refusal(422, 'Invalid', { message: failedTest }),
      'conflict',
      { reason: 'PodChanged', subject: { kind: 'Pod', name: 'b1' }, serverMessage: failedTest },
    ],
    [
      'the pod is gone',
      refusal(404, 'NotFound', { message: 'pods "b1" not found', details }),
      'conflict',
      { reason: 'ObjectGone', serverMessage: 'pods "b1" not found' },
    ],
    [
      'the server is too old for it',
      refusal(404, 'NotFound', { message: 'the server could not find the requested resource' }),
      'refused',
      { reason: 'ResizeNotServed', subject: { kind: 'Server' } },
    ],
    [
      'no node is that big',
      refusal(403, 'Forbidden', { message: tooBig, details: { ...details, causes: [{ reason: 'NodeCapacity' }] } }),
      'invalid',
      { reason: 'OverNodeCapacity', serverMessage: tooBig, causes: [{ reason: 'NodeCapacity' }] },
    ],
    [
      'RBAC says no',
      refusal(403, 'Forbidden', { message: denied, details }),
      'refused',
      { reason: 'AccessDenied', byAuthorizer: true, serverMessage: denied },
    ],
    [
      'the API server finds it wrong',
      refusal(422, 'Invalid', { message: 'Pod "b1" is invalid', details: { ...details, causes: [limit] } }),
      'invalid',
      { reason: 'ObjectRejected', subject: { kind: 'pods', name: 'b1' }, causes: [limit] },
    ],
  ])('is a Failure when %s', async (_, reply, code, fact) => {
    const { result, asked } = await resizeWith(reply)
    expect(result).toMatchObject({ code, fact })
    expect(asked).toBe(1)
  })
})

describe('balloons', () => {
  test('are listed by their label', async () => {
    await using server = await startApiServer(() => ({
      body: { kind: 'PodList', metadata: { resourceVersion: '9' }, items: [pod] },
    }))
    const balloons = balloonsOver(await restTo(server.url), 'kube-system', usualTiming)
    expect(await balloons.list(patient)).toEqual({ pods: [pod], resourceVersion: '9' })
    expect(server.received[0]).toMatchObject({
      path: '/api/v1/namespaces/kube-system/pods',
      query: { labelSelector: 'nodesize.kubeletcfg.dev/balloon=true' },
    })
  })

  test('are read by name, and undefined when they are not there', async () => {
    await using server = await startApiServer(({ path }) =>
      path === podPath ? { body: sent } : refusal(404, 'NotFound', { details: { name: 'b2' } }),
    )
    const balloons = balloonsOver(await restTo(server.url), 'kube-system', usualTiming)
    expect(await balloons.read('b1', patient)).toEqual(pod)
    expect(await balloons.read('b2', patient)).toBeUndefined()
  })

  test('are watched by name', async () => {
    await using server = await startApiServer(() => ({
      body: { kind: 'PodList', metadata: { resourceVersion: '9' }, items: [pod] },
    }))
    const balloons = balloonsOver(await restTo(server.url), 'kube-system', usualTiming)
    for await (const state of balloons.watch('b1', patient)) {
      expect(state).toEqual(pod)
      break
    }
    expect(server.received[0]?.query).toMatchObject({ fieldSelector: 'metadata.name=b1' })
  })
})
