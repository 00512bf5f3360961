import { describe, expect, test } from '@jest/globals'
import type { Lease, LeaseSpec } from '../../../../src/lib/api/lease.ts'
import { claimOf, observe } from '../../../../src/lib/loops/leader-election/claim.ts'
import { usualTiming } from '../../../../src/lib/loops/leader-election/timing.ts'

const me = { identity: 'me', timing: usualTiming }
const now = Date.UTC(2026, 10, 21)

const lease = (spec: LeaseSpec, uid = 'u-1', resourceVersion = '1'): Lease => ({
  metadata: { name: 'lock', namespace: 'kube-system', uid, resourceVersion },
  spec,
})

const held = { holderIdentity: 'other', leaseDurationSeconds: 15, renewTime: '2026-11-21T00:00:00.000000Z' }

describe('what a contender does about a lease', () => {
  test.each<[what: string, spec: LeaseSpec | undefined, seenForMs: number, kind: string]>([
    ['there is none', undefined, 0, 'create'],
    ['it was just seen to change', held, 0, 'wait'],
    ['it has not changed for almost its duration', held, 14_999, 'wait'],
    ['it has not changed for its duration', held, 15_000, 'take'],
    ['its holder asks for more time', { ...held, leaseDurationSeconds: 60 }, 59_999, 'wait'],
    ['its holder does not say for how long', { holderIdentity: 'other' }, 14_999, 'wait'],
    ['its holder does not say for how long, and is silent', { holderIdentity: 'other' }, 15_000, 'take'],
    ['its duration is nonsense', { ...held, leaseDurationSeconds: -5 }, 14_999, 'wait'],
    ['it was released', { ...held, holderIdentity: '' }, 0, 'take'],
    ['it has no holder', {}, 0, 'take'],
    ['it is ours', { ...held, holderIdentity: 'me' }, 0, 'renew'],
    ['it is ours, and ended long ago', { ...held, holderIdentity: 'me' }, 1e9, 'renew'],
    ['its times are far in the future', { ...held, renewTime: '2126-01-01T00:00:00.000000Z' }, 15_000, 'take'],
    ['its times are nonsense', { ...held, renewTime: 'yesterday', acquireTime: '' }, 14_999, 'wait'],
  ])('when %s', (_, spec, seenForMs, kind) => {
    const seen = { lease: spec && lease(spec), since: 1_000 }
    expect(claimOf(seen, me, { now, monotonic: 1_000 + seenForMs }).kind).toBe(kind)
  })

  test('a new holder counts the transition and begins anew; a renewal changes only the time of the renewal', () => {
    const at = { now, monotonic: 1e6 }
    const taken = claimOf({ lease: lease({ ...held, leaseTransitions: 3 }), since: 0 }, me, at)
    const time = '2026-11-21T00:00:00.000000Z'
    expect(taken).toMatchObject({
      spec: { holderIdentity: 'me', leaseTransitions: 4, acquireTime: time, renewTime: time, leaseDurationSeconds: 15 },
    })
    const renewed = claimOf({ lease: lease({ holderIdentity: 'me', leaseTransitions: 4 }), since: 0 }, me, at)
    expect(renewed).toMatchObject({ spec: { holderIdentity: 'me', renewTime: time, leaseDurationSeconds: 15 } })
    expect(Object.keys('spec' in renewed ? renewed.spec : {})).not.toContain('leaseTransitions')
  })
})

describe('what counts as a sign of life of the holder', () => {
  const before = { lease: lease(held), since: 5 }

  test.each<[what: string, now: Lease | undefined, since: number]>([
    ['the same record', lease(held), 5],
    ['a label, which changes only the version', lease(held, 'u-1', '2'), 5],
    ['a renewal', lease({ ...held, renewTime: '2026-11-21T00:00:02.000000Z' }), 9],
    ['a renewal with a time before the last one', lease({ ...held, renewTime: '2020-01-01T00:00:00.000000Z' }), 9],
    ['another holder', lease({ ...held, holderIdentity: 'third' }), 9],
    ['another lease of that name', lease(held, 'u-2'), 9],
    ['no lease', undefined, 9],
  ])('%s', (_, seen, since) => {
    expect(observe(before, seen, 9)).toEqual({ lease: seen, since })
  })

  test('what is seen for the first time was seen now', () => {
    expect(observe(undefined, lease(held), 9).since).toBe(9)
  })
})
