import { describe, expect, test } from '@jest/globals'
import { InProcess } from '../../../support/in-process.ts'
import { overlap, type Replica, startReplica } from './replica.ts'

const minute = 60_000
const hour = 60 * minute
const wait = (cluster: InProcess, ms: number) => cluster.clock.sleep(ms, new AbortController().signal)
const reasons = ({ facts }: Replica) => facts.map(({ reason }) => reason)
const leaseOf = (cluster: InProcess) =>
  cluster.asAdmin<{ spec: { holderIdentity: string; leaseTransitions: number } }>({
    method: 'GET',
    path: '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/lock',
  }).spec

const leadersOf = (replicas: readonly Replica[]) =>
  replicas.filter(({ spans }) => spans.some(([, to]) => to === undefined)).map(({ name }) => name)

test('of three that start together one leads, and stays', async () => {
  using cluster = new InProcess()
  const replicas = ['one', 'two', 'three'].map((name) => startReplica(cluster, name))
  await wait(cluster, hour)
  expect(leadersOf(replicas)).toHaveLength(1)
  expect(replicas.flatMap(({ spans }) => spans)).toHaveLength(1)
  const others = replicas.filter(({ spans }) => spans.length === 0)
  expect(others.map(reasons)).toEqual([['LeaseHeldByOther'], ['LeaseHeldByOther']])
  for (const one of replicas) one.end()
  expect(await Promise.all(replicas.map(({ outcome }) => outcome))).toEqual(['ended', 'ended', 'ended'])
})

test('a leader that ends in order releases the lease when its work has ended, and not before', async () => {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one', { endsInMs: 20_000 })
  await wait(cluster, minute)
  const two = startReplica(cluster, 'two')
  await wait(cluster, minute)
  one.end()
  const at = cluster.clock.now()
  await wait(cluster, 19_000)
  expect(two.spans).toEqual([])
  expect(await one.outcome).toBe('ended')
  await wait(cluster, 5_000)
  expect(two.spans[0]?.[0]).toBeLessThan(at + 25_000)
  expect(overlap([one, two], cluster.clock.now())).toBe(false)
  expect(reasons(one)).toEqual(['LeaseAcquired', 'LeaseReleased'])
  expect(leaseOf(cluster)).toMatchObject({ holderIdentity: 'two', leaseTransitions: 1 })
  two.end()
  await two.outcome
})

describe('a leader that is gone without a word', () => {
  test.each([0, hour, -hour, 365 * 24 * hour])(
    'is replaced when its lease ends, with clocks %i ms apart',
    async (skewMs) => {
      using cluster = new InProcess()
      const one = startReplica(cluster, 'one', { skewMs })
      await wait(cluster, minute)
      const two = startReplica(cluster, 'two')
      await wait(cluster, minute)
      expect(leadersOf([one, two])).toEqual(['one'])
      one.kill()
      const at = cluster.clock.now()
      await wait(cluster, minute)
      const tookMs = (two.spans[0]?.[0] ?? 0) - at
      expect(tookMs).toBeGreaterThan(10_000)
      expect(tookMs).toBeLessThan(20_000)
      two.end()
      await two.outcome
    },
  )
})

describe('an API server that is away', () => {
  test('for less than the deadline costs nothing', async () => {
    using cluster = new InProcess()
    const one = startReplica(cluster, 'one')
    await wait(cluster, minute)
    const from = cluster.clock.now()
    cluster.mishap = () => (cluster.clock.now() - from < 6_000 ? { kind: 'refuse' } : undefined)
    await wait(cluster, minute)
    expect(leadersOf([one])).toEqual(['one'])
    expect(reasons(one)).toEqual(['LeaseAcquired', 'LeaseRequestFailed'])
    one.end()
    await one.outcome
  })

  test.each([{ kind: 'refuse' }, { kind: 'silence' }, { kind: 'lose-answer' }, { kind: 'drop' }] as const)(
    'for longer ends the leadership at the deadline, before another can lead: $kind',
    async (mishap) => {
      using cluster = new InProcess()
      const [one, two] = [startReplica(cluster, 'one'), startReplica(cluster, 'two')]
      await wait(cluster, minute)
      const [leader] = [one, two].filter(({ spans }) => spans.length > 0)
      const [other] = [one, two].filter((replica) => replica !== leader)
      // Only the leader is cut off: it is the one whose writes do not arrive, or are not answered.
      const from = cluster.clock.now()
      cluster.mishap = ({ method, body }) => {
        const { spec } = (body ?? {}) as { spec?: { holderIdentity?: string } }
        return method !== 'GET' && spec?.holderIdentity === leader?.name ? mishap : undefined
      }
      expect(await leader?.outcome).toBe('LeadershipLost')
      expect(cluster.clock.now() - from).toBeLessThan(12_000)
      await wait(cluster, minute)
      expect(overlap([one, two], cluster.clock.now())).toBe(false)
      expect(leadersOf([one, two])).toEqual([other?.name])
      other?.end()
      await other?.outcome
    },
  )
})

test('a leader finds out that another holds the lease, and stops at once', async () => {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one')
  await wait(cluster, minute)
  const path = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/lock'
  const contentType = 'application/merge-patch+json'
  cluster.asAdmin({ method: 'PATCH', path, contentType, body: { spec: { holderIdentity: 'person' } } })
  expect(await one.outcome).toBe('LeaseTaken')
  expect(leaseOf(cluster).holderIdentity).toBe('person')
})

test('a leader whose lease is deleted makes it again', async () => {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one')
  await wait(cluster, minute)
  const path = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/lock'
  cluster.asAdmin({ method: 'DELETE', path })
  await wait(cluster, 10_000)
  expect(leaseOf(cluster).holderIdentity).toBe('one')
  expect(leadersOf([one])).toEqual(['one'])
  one.end()
  await one.outcome
})

test('a process that was stopped for a while may not write before its timers run', async () => {
  using cluster = new InProcess()
  let aheadMs = 0
  const stopped = { now: () => cluster.clock.now(), monotonic: () => cluster.clock.monotonic() + aheadMs }
  const one = startReplica(cluster, 'one', { clock: stopped })
  await wait(cluster, minute)
  expect(() => one.leadership?.confirm()).not.toThrow()
  aheadMs = 30_000
  expect(() => one.leadership?.confirm()).toThrow('LeadershipLost')
  expect(await one.outcome).toBe('LeadershipLost')
})

test('what fails in the work is not hidden, and the lease is released', async () => {
  using cluster = new InProcess()
  const one = startReplica(cluster, 'one', { fails: new Error('a bug') })
  expect(await one.outcome).toBe('Error: a bug')
  expect(leaseOf(cluster).holderIdentity).toBe('')
})

test('without the right to write Leases, it waits and says why, once', async () => {
  using cluster = new InProcess()
  cluster.mishap = () => ({ kind: 'answer', status: 403, body: { kind: 'Status', code: 403, message: 'forbidden' } })
  const one = startReplica(cluster, 'one')
  await wait(cluster, minute)
  expect(reasons(one)).toEqual(['LeaseRequestFailed'])
  one.end()
  expect(await one.outcome).toBe('ended')
})
