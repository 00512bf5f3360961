import { describe, expect, test } from '@jest/globals'
import type { Call } from '../../../../src/lib/cluster/http/transport.ts'
import { InProcess, type Mishap } from '../../../support/in-process.ts'
import { type Replica, startReplica } from './replica.ts'

const minute = 60_000
const path = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/lock'
const wait = (cluster: InProcess, ms: number) => cluster.clock.sleep(ms, new AbortController().signal)
const reasons = ({ facts }: Replica) => facts.map(({ reason }) => reason)
const holderOf = (cluster: InProcess) =>
  cluster.asAdmin<{ spec: { holderIdentity: string } }>({ method: 'GET', path }).spec.holderIdentity

const writesOf = ({ method }: Call): boolean => method !== 'GET'
const isRelease = ({ body }: Call): boolean =>
  (body as { spec?: { holderIdentity?: string } } | undefined)?.spec?.holderIdentity === ''

/** Milliseconds from the end of a leader until another one leads. */
async function handOverMs(prepare: (cluster: InProcess) => void | Promise<void>) {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one')
  await wait(cluster, minute)
  const two = startReplica(cluster, 'two')
  await wait(cluster, minute)
  await prepare(cluster)
  const at = cluster.clock.now()
  one.end()
  expect(await one.outcome).toBe('ended')
  await wait(cluster, minute)
  two.end()
  await two.outcome
  return { ms: two.spans[0]![0] - at, reasons: reasons(one) }
}

const touch = (cluster: InProcess) =>
  void cluster.asAdmin({
    ...{ method: 'PATCH', path, contentType: 'application/merge-patch+json' },
    body: { metadata: { labels: { touched: String(cluster.sent.length) } } },
  })

/** Once, the first request of a kind. */
const once = (isOne: (call: Call) => boolean, mishap: Mishap) => {
  let isOver = false
  return (call: Call): Mishap | undefined => {
    if (isOver || !isOne(call)) return undefined
    isOver = true
    return mishap
  }
}

describe('a leader that ends in order hands over within 5 s', () => {
  test.each<[what: string, mishap: (cluster: InProcess) => (call: Call) => Mishap | undefined]>([
    [
      'when somebody changes the Lease between its read and its write',
      (cluster) => (call) => {
        if (isRelease(call) && cluster.sent.filter(isRelease).length === 1) touch(cluster)
        return undefined
      },
    ],
    ['when the answer to its release is lost', () => once(isRelease, { kind: 'lose-answer' })],
    ['when its release does not arrive', () => once(isRelease, { kind: 'drop' })],
    ['when its release hangs', () => once(isRelease, { kind: 'silence' })],
    [
      'when an API server starts again',
      (cluster) => {
        const from = cluster.clock.now()
        return () => (cluster.clock.now() < from + 2_000 ? { kind: 'refuse' } : undefined)
      },
    ],
  ])('%s', async (_, mishap) => {
    const over = await handOverMs((cluster) => {
      cluster.mishap = mishap(cluster)
    })
    expect(over.ms).toBeLessThan(9_500)
    expect(over.reasons.slice(0, 1)).toEqual(['LeaseAcquired'])
  })

  test('when a renewal is on its way, and arrives after it has read the Lease', async () => {
    const over = await handOverMs(async (cluster) => {
      // Arrives between the read of the release, 2 ms after the end, and its write.
      const isRenewal = (call: Call) => writesOf(call) && !isRelease(call)
      cluster.mishap = once(isRenewal, { kind: 'delay', ms: 100 })
      const before = cluster.sent.filter(isRenewal).length
      while (cluster.sent.filter(isRenewal).length === before) await wait(cluster, 1)
      await wait(cluster, 98)
    })
    expect(over.ms).toBeLessThan(5_000)
  })
})

test('a replica that is told to end while it takes the Lease does not keep it', async () => {
  using cluster = new InProcess()
  cluster.mishap = once(writesOf, { kind: 'silence' })
  const one = startReplica(cluster, 'one')
  await wait(cluster, 1_000)
  expect(holderOf(cluster)).toBe('one')
  one.end()
  expect(await one.outcome).toBe('ended')
  expect(holderOf(cluster)).toBe('')
  expect(one.spans).toEqual([])
})

test('a replica that only waits is told to end, and asks for nothing more', async () => {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one')
  await wait(cluster, minute)
  const two = startReplica(cluster, 'two')
  await wait(cluster, minute)
  two.end()
  expect(await two.outcome).toBe('ended')
  const at = cluster.sent.length
  expect(holderOf(cluster)).toBe('one')
  expect(at).toBe(cluster.sent.length)
  one.end()
  await one.outcome
})

test('without the right to release, it gives up at once', async () => {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one')
  await wait(cluster, minute)
  const body = { kind: 'Status', code: 403, message: 'forbidden' }
  cluster.mishap = (call) => (isRelease(call) ? { kind: 'answer', status: 403, body } : undefined)
  one.end()
  await one.outcome
  expect(cluster.sent.filter(isRelease)).toHaveLength(1)
  expect(reasons(one)).toEqual(['LeaseAcquired', 'LeaseRequestFailed'])
})
