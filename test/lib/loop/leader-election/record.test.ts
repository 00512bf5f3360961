import { describe, expect, test } from '@jest/globals'
import type { Lease, LeaseSpec } from '../../../../src/lib/api/lease.ts'
import { defaultTiming } from '../../../../src/lib/loop/leader-election/config.ts'
import { nextStep, observe } from '../../../../src/lib/loop/leader-election/record.ts'

const me = { identity: 'me', timing: defaultTiming }
const now = Date.UTC(2026, 10, 21)

const lease = (spec: LeaseSpec, uid = 'u-1', resourceVersion = '1'): Lease => ({
  metadata: { name: 'lock', namespace: 'kube-system', uid, resourceVersion },
  spec,
})

const held = { holderIdentity: 'other', leaseDurationSeconds: 15, renewTime: '2026-11-21T00:00:00.000000Z' }

describe('what a candidate does about a lease', () => {
  test.each<[what: string, spec: LeaseSpec | undefined, seenForMs: number, kind: string]>([
    ['there is none', undefined, 0, 'create'],
    ['it was just seen to change', held, 0, 'wait'],
    ['it has not changed for almost its duration', held, 14_999, 'wait'],
    ['it has not changed for its duration', held, 15_000, 'acquire'],
    ['its holder asks for more time', { ...held, leaseDurationSeconds: 60 }, 59_999, 'wait'],
    ['its holder does not say for how long', { holderIdentity: 'other' }, 14_999, 'wait'],
    ['its holder does not say for how long, and is silent', { holderIdentity: 'other' }, 15_000, 'acquire'],
    ['its duration is nonsense', { ...held, leaseDurationSeconds: -5 }, 14_999, 'wait'],
    ['it was released', { ...held, holderIdentity: '' }, 0, 'acquire'],
    ['it has no holder', {}, 0, 'acquire'],
    ['it is ours', { ...held, holderIdentity: 'me' }, 0, 'renew'],
    ['it is ours, and ended long ago', { ...held, holderIdentity: 'me' }, 1e9, 'renew'],
    ['its times are far in the future', { ...held, renewTime: '2126-01-01T00:00:00.000000Z' }, 15_000, 'acquire'],
    ['its times are nonsense', { ...held, renewTime: 'yesterday', acquireTime: '' }, 14_999, 'wait'],
  ])('when %s', (_, spec, seenForMs, kind) => {
    const seen = observe(undefined, spec && lease(spec), { ...me, monotonic: 1_000 })
    expect(nextStep(seen, me, { now, monotonic: 1_000 + seenForMs }).kind).toBe(kind)
  })

  test('a new holder counts the transition and begins anew; a renewal changes only the time of the renewal', () => {
    const at = { now, monotonic: 1e6 }
    const acquired = nextStep({ lease: lease({ ...held, leaseTransitions: 3 }), other: undefined }, me, at)
    const time = '2026-11-21T00:00:00.000000Z'
    expect(acquired).toMatchObject({
      record: {
        holderIdentity: 'me',
        leaseTransitions: 4,
        acquireTime: time,
        renewTime: time,
        leaseDurationSeconds: 15,
      },
    })
    const renewed = nextStep({ lease: lease({ holderIdentity: 'me', leaseTransitions: 4 }), other: undefined }, me, at)
    expect(renewed).toMatchObject({ record: { holderIdentity: 'me', renewTime: time, leaseDurationSeconds: 15 } })
    expect(Object.keys('record' in renewed ? renewed.record : {})).not.toContain('leaseTransitions')
  })
})

describe('what counts as a sign of life of the holder', () => {
  const first = observe(undefined, lease(held), { ...me, monotonic: 5_000 })

  test.each<[what: string, now: Lease | undefined, until: number | undefined]>([
    ['the same record', lease(held), 20_000],
    ['a label, which changes only the version', lease(held, 'u-1', '2'), 20_000],
    ['a renewal', lease({ ...held, renewTime: '2026-11-21T00:00:02.000000Z' }, 'u-1', '2'), 24_000],
    ['a renewal with a time before the last one', lease({ ...held, renewTime: '2020-01-01T00:00:00Z' }), 24_000],
    ['another holder', lease({ ...held, holderIdentity: 'third' }, 'u-1', '2'), 24_000],
    ['another lease of that name', lease(held, 'u-2', '2'), 24_000],
    ['an older state, from a restored etcd', lease({ ...held, renewTime: '2026-11-20T00:00:00Z' }, 'u-1', '0'), 24_000],
    ['a release', lease({ holderIdentity: '' }, 'u-1', '2'), undefined],
    ['a release long ago, from a restored etcd', lease({ holderIdentity: '' }, 'u-1', '0'), 24_000],
    ['our own record, from a restored etcd', lease({ ...held, holderIdentity: 'me' }, 'u-1', '0'), 24_000],
    ['no lease: somebody deleted it', undefined, 24_000],
    ['another lease that nobody holds', lease({}, 'u-2', '2'), 24_000],
  ])('%s', (_, seen, until) => {
    const now = observe(first, seen, { ...me, monotonic: 9_000 })
    expect(now.lease).toBe(seen)
    expect(now.other?.until).toBe(until)
  })

  test('a lease that comes back without a holder does not end the wait after it was deleted', () => {
    const deleted = observe(first, undefined, { ...me, monotonic: 9_000 })
    expect(observe(deleted, lease({}, 'u-1', '0'), { ...me, monotonic: 10_000 }).other?.until).toBe(24_000)
  })

  test.each<[what: string, now: Lease | undefined, kind: string]>([
    ['deleted', undefined, 'create'],
    ['set back to a record of its own', lease({ ...held, holderIdentity: 'me', renewTime: '' }, 'u-1', '0'), 'renew'],
    ['set back to a release', lease({ holderIdentity: '' }, 'u-1', '0'), 'acquire'],
    ['set back to the record of another', lease(held, 'u-1', '0'), 'wait'],
  ])('the holder of a lease that is %s goes on if nobody else may lead', (_, seen, kind) => {
    const ours = observe(undefined, lease({ ...held, holderIdentity: 'me' }, 'u-1', '5'), { ...me, monotonic: 5_000 })
    const now = observe(ours, seen, { ...me, monotonic: 6_000 })
    expect(nextStep(now, me, { now: 0, monotonic: 6_000 }).kind).toBe(kind)
  })
})
