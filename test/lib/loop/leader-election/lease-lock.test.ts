import { expect, test } from '@jest/globals'
import type { Lease } from '../../../../src/lib/api/lease.ts'
import type { Leases } from '../../../../src/lib/cluster/ports/leases.ts'
import { defaultTiming } from '../../../../src/lib/loop/leader-election/config.ts'
import { LeaseLock } from '../../../../src/lib/loop/leader-election/lease-lock.ts'

const signal = new AbortController().signal

/** A candidate alone with a Lease; each answer of the API server takes so long. */
function slowLock(answerMs: number) {
  const time = { ms: 100_000 }
  let lease: Lease | undefined
  const answered = async (found: Lease | undefined) => {
    time.ms += answerMs
    return found
  }
  const store = (spec: Lease['spec']) => {
    lease = { metadata: { name: 'lock', resourceVersion: '1' }, spec } as Lease
    return answered(lease)
  }
  const leases = {
    read: () => answered(lease),
    create: (_: string, spec: Lease['spec']) => store(spec),
    update: (_: Lease, spec: Lease['spec']) => store(spec),
  } as unknown as Leases
  const clock = { now: () => time.ms, monotonic: () => time.ms } as ConstructorParameters<typeof LeaseLock>[0]['clock']
  const lock = new LeaseLock({ leases, name: 'lock', identity: 'one', timing: defaultTiming, clock })
  return { lock, time }
}

test('a lease is as old as the request that made it so: how long the answer took is not known to others', async () => {
  const { lock, time } = slowLock(3_000)
  // One read, then the write.
  expect(await lock.tryAcquireOrRenew(signal)).toEqual({ kind: 'held', since: 103_000 })
  time.ms = 200_000
  expect(await lock.tryAcquireOrRenew(signal)).toEqual({ kind: 'held', since: 200_000 })
})
