import { expect, test } from '@jest/globals'
import type { Lease } from '../../../../src/lib/api/lease.ts'
import type { Leases } from '../../../../src/lib/cluster/ports/leases.ts'
import { Bid } from '../../../../src/lib/loop/leader-election/bid.ts'
import { usualTiming } from '../../../../src/lib/loop/leader-election/timing.ts'

const signal = new AbortController().signal

/** A contender alone with a Lease; each answer of the API server takes so long. */
function slowBid(answerMs: number) {
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
  const clock = { now: () => time.ms, monotonic: () => time.ms } as ConstructorParameters<typeof Bid>[0]['clock']
  const bid = new Bid({ leases, name: 'lock', contender: { identity: 'one', timing: usualTiming }, clock })
  return { bid, time }
}

test('a lease is as old as the request that made it so: how long the answer took is not known to others', async () => {
  const { bid, time } = slowBid(3_000)
  // One read, then the write.
  expect(await bid.attempt(signal)).toEqual({ kind: 'held', since: 103_000 })
  time.ms = 200_000
  expect(await bid.attempt(signal)).toEqual({ kind: 'held', since: 200_000 })
})
