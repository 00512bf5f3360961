import { expect } from '@jest/globals'
import type { Leases } from '../../../../src/lib/cluster/ports/leases.ts'
import { ownNamespace, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const conflict = expect.objectContaining({ code: 'conflict' })
const first = {
  holderIdentity: 'one',
  leaseDurationSeconds: 15,
  acquireTime: '2026-11-21T00:00:00.000001Z',
  renewTime: '2026-11-21T00:00:01.000002Z',
  leaseTransitions: 0,
}

/** Leases of a namespace of the case's own. */
async function room(subject: PortSubject): Promise<{ leases: Leases; path: string }> {
  const namespace = await ownNamespace(subject)
  const { leases } = await subject.connect({ namespace })
  return { leases, path: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/lock` }
}

export const leaseCases: readonly PortCase[] = [
  {
    name: 'leases: one that is not there is undefined',
    async run(subject) {
      const { leases } = await room(subject)
      expect(await leases.read('lock', limits)).toBeUndefined()
    },
  },
  {
    name: 'leases: what is created is read, to the microsecond',
    async run(subject) {
      const { leases } = await room(subject)
      const created = await leases.create('lock', first, limits)
      expect(created).toMatchObject({ metadata: { name: 'lock', namespace: leases.namespace }, spec: first })
      expect(await leases.read('lock', limits)).toEqual(created)
    },
  },
  {
    name: 'leases: only one of those who create the same one succeeds',
    async run(subject) {
      const { leases } = await room(subject)
      const asked = ['one', 'two', 'three'].map((holderIdentity) =>
        leases.create('lock', { ...first, holderIdentity }, limits).then(() => holderIdentity),
      )
      const outcomes = await Promise.allSettled(asked)
      const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect([winners.length, losers]).toEqual([1, [conflict, conflict]])
      expect((await leases.read('lock', limits))?.spec.holderIdentity).toBe(winners[0])
    },
  },
  {
    name: 'leases: an update changes what it names, and leaves the rest',
    async run(subject) {
      const { leases } = await room(subject)
      const created = await leases.create('lock', first, limits)
      const renewTime = '2026-11-21T00:00:11.000003Z'
      const updated = await leases.update(created, { renewTime }, limits)
      expect(updated.spec).toEqual({ ...first, renewTime })
      expect(await leases.read('lock', limits)).toEqual(updated)
    },
  },
  {
    name: 'leases: only one of those who update what they have read succeeds',
    async run(subject) {
      const { leases } = await room(subject)
      const read = await leases.create('lock', first, limits)
      const outcomes = await Promise.allSettled(
        ['two', 'three'].map((holderIdentity) => leases.update(read, { holderIdentity }, limits)),
      )
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(leases.update(read, first, limits)).rejects.toEqual(conflict)
    },
  },
  {
    name: 'leases: an update of one that is gone, or was made again, is a conflict',
    async run(subject) {
      const { leases, path } = await room(subject)
      const created = await leases.create('lock', first, limits)
      await removeNow(subject, path)
      await expect(leases.update(created, first, limits)).rejects.toEqual(conflict)
      const again = await leases.create('lock', first, limits)
      await expect(leases.update(created, { holderIdentity: 'two' }, limits)).rejects.toEqual(conflict)
      expect(await leases.read('lock', limits)).toEqual(again)
    },
  },
  {
    name: 'leases: one that is held can be released, with an empty holder',
    async run(subject) {
      const { leases } = await room(subject)
      const created = await leases.create('lock', first, limits)
      const released = await leases.update(created, { holderIdentity: '', leaseDurationSeconds: 1 }, limits)
      expect((await leases.read('lock', limits))?.spec.holderIdentity ?? '').toBe('')
      const again = await leases.update(released, { holderIdentity: 'two', leaseDurationSeconds: 15 }, limits)
      expect(await leases.read('lock', limits)).toEqual(again)
    },
  },
]
