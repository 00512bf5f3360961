import { describe, expect, test } from '@jest/globals'
import type { Objects } from '../../../../src/lib/cluster/ports/objects.ts'
import { objectsOver } from '../../../../src/lib/cluster/resources/objects.ts'
import { type Reply, refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../http/rest-to.ts'

const daemonSet = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'd', namespace: 'kube-system', uid: 'u1' },
}
const priorityClass = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'p' } }
const absent = refusal(404, 'NotFound', { details: { name: 'd' } })

async function ask<T>(reply: Reply, question: (objects: Objects) => Promise<T>) {
  await using server = await startApiServer(() => reply)
  const result = await question(objectsOver(await restTo(server.url))).catch((error: unknown) => error)
  return { result, sent: server.received[0]! }
}

test.each([
  [daemonSet, '/apis/apps/v1/namespaces/kube-system/daemonsets/d'],
  [priorityClass, '/apis/scheduling.k8s.io/v1/priorityclasses/p'],
  [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n' } }, '/api/v1/namespaces/n/secrets/s'],
])('%j has its path', async (object, path) => {
  expect((await ask({ body: object }, (objects) => objects.read(object, patient))).sent.path).toBe(path)
})

test('a kind without a path is a bug', async () => {
  const widget = { apiVersion: 'v9', kind: 'Widget', metadata: { name: 'w' } }
  await expect(async () => objectsOver(await restTo('http://unused')).read(widget, patient)).rejects.toThrow(
    'no path for Widget of v9',
  )
})

test('an object that is not there is undefined', async () => {
  expect((await ask(absent, (objects) => objects.read(daemonSet, patient))).result).toBeUndefined()
})

test('apply is server-side, ours, and by force', async () => {
  const { result, sent } = await ask({ body: daemonSet }, (objects) => objects.apply(daemonSet, 'server', patient))
  expect(result).toEqual(daemonSet)
  expect(sent).toMatchObject({
    method: 'PATCH',
    query: { fieldManager: 'nodesize', force: 'true', dryRun: 'All' },
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: daemonSet,
  })
})

describe('a removal', () => {
  test('is of this very object, and of what it owns', async () => {
    const { sent } = await ask({ body: { kind: 'Status' } }, (objects) => objects.remove(daemonSet, 'none', patient))
    expect(sent.body).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      preconditions: { uid: 'u1' },
    })
  })

  test.each([
    ['fine when it is gone already', absent, undefined],
    ['a conflict when it is another one', refusal(409, 'Conflict'), expect.objectContaining({ code: 'conflict' })],
    ['refused when it is not allowed', refusal(403, 'Forbidden'), expect.objectContaining({ code: 'refused' })],
  ])('is %s', async (_, reply, expected) => {
    expect((await ask(reply, (objects) => objects.remove(daemonSet, 'none', patient))).result).toEqual(expected)
  })
})

test('listed objects know what they are', async () => {
  const items = [{ metadata: { name: 'l' } }]
  const kind = { apiVersion: 'v1', kind: 'LimitRange' }
  const { result, sent } = await ask({ body: { kind: 'LimitRangeList', items } }, (objects) =>
    objects.list({ ...kind, namespace: 'n' }, patient),
  )
  expect(result).toEqual([{ ...kind, metadata: { name: 'l' } }])
  expect(sent.path).toBe('/api/v1/namespaces/n/limitranges')
})

test('objects of all namespaces are listed without one', async () => {
  const kind = { apiVersion: 'apps/v1', kind: 'DaemonSet' }
  const { sent } = await ask({ body: { kind: 'DaemonSetList', items: [] } }, (objects) => objects.list(kind, patient))
  expect(sent.path).toBe('/apis/apps/v1/daemonsets')
})
