import { expect, test } from '@jest/globals'
import type { Access } from '../../../../src/lib/cluster/ports/access.ts'
import { accessOver } from '../../../../src/lib/cluster/resources/access.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../http/rest-to.ts'

async function ask<T>(body: object, question: (access: Access) => Promise<T>) {
  await using server = await startApiServer(() => ({ body }))
  return { result: await question(accessOver(await restTo(server.url))), sent: server.received[0]! }
}

test('who we are is what the server says', async () => {
  const { result, sent } = await ask(
    { kind: 'SelfSubjectReview', status: { userInfo: { username: 'jane' } } },
    (access) => access.whoAmI(patient),
  )
  expect(result).toBe('jane')
  expect(sent).toMatchObject({ method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews' })
})

test.each([true, false])('what we may do is what the server says: %p', async (allowed) => {
  const daemonSets = { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'n' }
  const { result, sent } = await ask({ kind: 'SelfSubjectAccessReview', status: { allowed } }, (access) =>
    access.may('patch', daemonSets, patient),
  )
  expect(result).toBe(allowed)
  expect(sent).toMatchObject({
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { spec: { resourceAttributes: { verb: 'patch', group: 'apps', resource: 'daemonsets', namespace: 'n' } } },
  })
})

test('the version is gitVersion', async () => {
  expect((await ask({ gitVersion: 'v1.36.3' }, (access) => access.serverVersion(patient))).result).toBe('v1.36.3')
})

test.each([
  ['pods/resize', true],
  ['pods/shrink', false],
])('discovery tells whether %s is served: %p', async (resource, served) => {
  const resources = [{ name: 'pods' }, { name: 'pods/resize' }]
  const { result, sent } = await ask({ kind: 'APIResourceList', resources }, (access) =>
    access.serves(resource, patient),
  )
  expect(result).toBe(served)
  expect(sent.path).toBe('/api/v1')
})
