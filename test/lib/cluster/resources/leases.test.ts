import { describe, expect, test } from '@jest/globals'
import { leasesOver } from '../../../../src/lib/cluster/resources/leases.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { InProcess } from '../../../support/in-process.ts'
import { patient, restTo } from '../http/rest-to.ts'

const spec = {
  holderIdentity: 'one',
  leaseDurationSeconds: 15,
  acquireTime: '2026-11-21T00:00:00.000000Z',
  renewTime: '2026-11-21T00:00:00.000000Z',
  leaseTransitions: 0,
}

describe('a lease', () => {
  test('is read as it was made', async () => {
    using world = new InProcess()
    const { leases } = world.cluster
    expect(await leases.read('leader', patient)).toBeUndefined()
    const made = await leases.create('leader', spec, patient)
    expect(made).toMatchObject({ metadata: { name: 'leader', namespace: 'kube-system' }, spec })
    expect(await leases.read('leader', patient)).toEqual(made)
  })

  test('is made once: who comes second conflicts', async () => {
    using world = new InProcess()
    const { leases } = world.cluster
    await leases.create('leader', spec, patient)
    await expect(leases.create('leader', { ...spec, holderIdentity: 'two' }, patient)).rejects.toMatchObject({
      code: 'conflict',
      fact: { reason: 'WriteConflict' },
    })
  })

  test('is renewed by who read it last, and by nobody else', async () => {
    using world = new InProcess()
    const { leases } = world.cluster
    const made = await leases.create('leader', spec, patient)
    const renewTime = '2026-11-21T00:00:10.000000Z'
    const renewed = await leases.update(made, { renewTime }, patient)
    expect(renewed.spec).toEqual({ ...spec, renewTime })
    await expect(leases.update(made, { holderIdentity: 'two' }, patient)).rejects.toMatchObject({
      code: 'conflict',
      fact: { reason: 'WriteConflict' },
    })
    expect(await leases.read('leader', patient)).toEqual(renewed)
  })

  test('that is gone conflicts', async () => {
    using world = new InProcess()
    const { leases } = world.cluster
    const made = await leases.create('leader', spec, patient)
    world.asAdmin({ method: 'DELETE', path: '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/leader' })
    await expect(leases.update(made, spec, patient)).rejects.toMatchObject({
      code: 'conflict',
      fact: { reason: 'ObjectGone' },
    })
  })

  test('is patched with the version that was read', async () => {
    const lease = {
      kind: 'Lease',
      metadata: { name: 'leader', namespace: 'n', uid: 'u', resourceVersion: '7', labels: { a: 'b' } },
    }
    await using server = await startApiServer(() => ({ body: lease }))
    const leases = leasesOver(await restTo(server.url), 'n')
    const read = await leases.read('leader', patient)
    expect(read).toEqual({ metadata: { name: 'leader', namespace: 'n', uid: 'u', resourceVersion: '7' }, spec: {} })
    await leases.update(read!, { holderIdentity: 'one' }, patient)
    expect(server.received[1]).toMatchObject({
      method: 'PATCH',
      path: '/apis/coordination.k8s.io/v1/namespaces/n/leases/leader',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { uid: 'u', resourceVersion: '7' }, spec: { holderIdentity: 'one' } },
    })
  })
})
