import { expect } from '@jest/globals'
import { conflict, expectRefusal, good, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

interface Lease extends Entity {
  readonly spec: {
    readonly holderIdentity?: string
    readonly leaseDurationSeconds?: number
    readonly leaseTransitions?: number
    readonly acquireTime?: string
    readonly renewTime?: string
  }
}

const collection = pathOf('leases')
const qualified = 'leases.coordination.k8s.io'
const held = {
  holderIdentity: 'one',
  leaseDurationSeconds: 15,
  leaseTransitions: 0,
  acquireTime: '2026-01-02T03:04:05.123456Z',
  renewTime: '2026-01-02T03:04:06.000000Z',
}

const at = ({ metadata: { name } }: Entity): string => `${collection}/${name}`

const lease = (subject: Subject, spec: object = held): Promise<Lease> =>
  make<Lease>(subject, collection, { metadata: { name: subject.name() }, spec })

/** What leader election and whoever looks after nodes rely on. */
export const leases: readonly Case[] = [
  {
    name: 'a new Lease is 201 and says what was sent',
    async run(subject) {
      expect(await lease(subject)).toMatchObject({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { namespace: 'default', resourceVersion: expect.stringMatching(/^\d+$/) },
        spec: held,
      })
    },
  },
  {
    name: 'the times of a Lease come back in UTC',
    async run(subject) {
      const { spec } = await lease(subject, { ...held, renewTime: '2026-01-02T05:04:06.700000+02:00' })
      expect(spec.renewTime).toBe('2026-01-02T03:04:06.700000Z')
    },
  },
  {
    name: 'a Lease whose time has not six digits after the second is a bad request',
    async run(subject) {
      for (const renewTime of ['2026-01-02T03:04:06Z', '2026-01-02T03:04:06.123Z', 'now']) {
        const body = { metadata: { name: subject.name() }, spec: { ...held, renewTime } }
        expectRefusal(await subject.request({ method: 'POST', path: collection, body }), {
          code: 400,
          reason: 'BadRequest',
          message:
            /^Lease in version "v1" cannot be handled as a Lease: parsing time ".*" as "2006-01-02T15:04:05\.000000Z07:00"/,
        })
      }
    },
  },
  {
    name: 'of two who replace what they read of a Lease, the second is told of a conflict',
    async run(subject) {
      const found = await lease(subject)
      const take = (holderIdentity: string) =>
        subject.request<Lease>({
          method: 'PUT',
          path: at(found),
          body: { ...found, spec: { ...found.spec, holderIdentity, leaseTransitions: 1 } },
        })
      expect(good(await take('two')).spec).toMatchObject({ holderIdentity: 'two', leaseTransitions: 1 })
      expectRefusal(await take('three'), conflictOf(found))
      expect((await read<Lease>(subject, at(found))).spec.holderIdentity).toBe('two')
    },
  },
  {
    name: 'a replacement of a Lease needs a resourceVersion',
    async run(subject) {
      const { metadata, spec } = await lease(subject)
      const body = { metadata: { name: metadata.name }, spec }
      expectRefusal(await subject.request({ method: 'PUT', path: `${collection}/${metadata.name}`, body }), {
        code: 422,
        reason: 'Invalid',
        message:
          /^leases\.coordination\.k8s\.io ".*" is invalid: metadata\.resourceVersion: Invalid value: \S+: must be specified for an update$/,
      })
    },
  },
  {
    name: 'a patch of a Lease with an old resourceVersion is a conflict, and one without it is not',
    async run(subject) {
      const found = await lease(subject)
      const { resourceVersion } = found.metadata
      const renew = (metadata: object, second: number) =>
        subject.request<Lease>(
          patchCall(at(found), 'merge', { metadata, spec: { renewTime: `2026-01-02T03:04:0${second}.000000Z` } }),
        )
      expect((await renew({}, 7)).status).toBe(200)
      expectRefusal(await renew({ resourceVersion }, 8), conflictOf(found))
    },
  },
  {
    name: 'a Lease lasts longer than nothing and was not taken less than never',
    async run(subject) {
      const body = {
        metadata: { name: subject.name() },
        spec: { ...held, leaseDurationSeconds: 0, leaseTransitions: -1 },
      }
      expectRefusal(await subject.request({ method: 'POST', path: collection, body }), {
        code: 422,
        reason: 'Invalid',
        message: `Lease.coordination.k8s.io "${body.metadata.name}" is invalid: [spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0, spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0]`,
      })
    },
  },
  {
    name: 'a watch of one Lease shows each renewal',
    async run(subject) {
      const found = await lease(subject)
      const { name, resourceVersion } = found.metadata
      const watching = await subject.watch(collection, { fieldSelector: `metadata.name=${name}`, resourceVersion })
      subject.afterwards(async () => watching.stop())
      const renewTime = '2026-01-02T03:05:00.000000Z'
      good(await subject.request(patchCall(at(found), 'merge', { spec: { renewTime } })))
      await subject.eventually(async () =>
        expect(watching.events).toMatchObject([{ type: 'MODIFIED', object: { spec: { renewTime } } }]),
      )
    },
  },
  {
    name: 'each node has a Lease, which its kubelet renews',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const path = `${pathOf('leases', 'kube-node-lease')}/${node}`
      const { spec } = await subject.eventually(() => read<Lease>(subject, path))
      expect(spec).toMatchObject({ holderIdentity: node, leaseDurationSeconds: 40 })
      const renewed = async () => Date.parse((await read<Lease>(subject, path)).spec.renewTime ?? '')
      const before = await renewed()
      await subject.eventually(async () => expect(await renewed()).toBeGreaterThan(before))
    },
  },
  {
    name: 'whoever has no right to Leases is refused by their whole name',
    async run(subject) {
      const name = subject.name()
      expectRefusal(await subject.request({ method: 'GET', path: `${collection}/${name}`, user: name }), {
        code: 403,
        reason: 'Forbidden',
        message: `${qualified} "${name}" is forbidden: User "${name}" cannot get resource "leases" in API group "coordination.k8s.io" in the namespace "default"`,
      })
    },
  },
]

const conflictOf = ({ metadata: { name } }: Lease) => {
  const expected = conflict(qualified, name)
  return { ...expected, details: { name, group: 'coordination.k8s.io', kind: 'leases' } }
}
