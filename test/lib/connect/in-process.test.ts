import { expect, test } from '@jest/globals'
import { globalTarget } from '../../../src/lib/documents/target.ts'
import { InProcess } from '../../support/in-process.ts'
import { patient } from '../cluster/http/rest-to.ts'

const write = { target: globalTarget, body: 'kind: KubeletConfiguration\n', stamp: {}, replaces: undefined }

test('reads and writes documents without a network', async () => {
  using world = new InProcess()
  const { documents } = world.cluster
  const written = await documents.write(write, 'none', patient)
  expect(await documents.read(globalTarget, patient)).toEqual(written)
  expect(world.counts()).toEqual({ requests: 2, rounds: 2, roundTrips: 4 })
})

test('counts requests that are open at the same time as one round', async () => {
  using world = new InProcess()
  const { documents, nodes } = world.cluster
  const taken = await world.count(() => Promise.all([documents.list(patient), nodes.list({}, patient)]))
  expect(taken).toEqual({ requests: 2, rounds: 1, roundTrips: 3 })
})

test('lets virtual time pass while everybody waits', async () => {
  using world = new InProcess({ roundTripMs: 300 })
  const before = world.clock.now()
  await world.cluster.nodes.list({}, patient)
  expect(world.clock.now() - before).toBe(300)
})

test('a deadline passes at once', async () => {
  using world = new InProcess({ requestTimeoutMs: 30_000 })
  world.mishap = () => ({ kind: 'silence' })
  await expect(world.cluster.documents.write(write, 'none', patient)).rejects.toMatchObject({ code: 'timeout' })
})

test('a write whose answer was lost has arrived', async () => {
  using world = new InProcess()
  world.mishap = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : undefined)
  await expect(world.cluster.documents.write(write, 'none', patient)).rejects.toMatchObject({ code: 'unreachable' })
  expect(await world.cluster.documents.read(globalTarget, patient)).toMatchObject({ body: write.body })
})

test('a watch that breaks is opened again', async () => {
  using world = new InProcess()
  const seen: (string | undefined)[] = []
  for await (const state of world.cluster.documents.watch(globalTarget, patient)) {
    seen.push(state?.body)
    if (seen.length === 1) world.breakWatches()
    if (seen.length === 2) await world.cluster.documents.write(write, 'none', patient)
    if (seen.length === 3) break
  }
  expect(seen).toEqual([undefined, undefined, write.body])
})

test('what the administrator does beside us takes no time, is not counted and meets no mishap', async () => {
  using world = new InProcess()
  world.mishap = () => ({ kind: 'refuse' })
  const before = world.clock.now()
  const metadata = { name: 'global-kubelet-configuration' }
  const path = '/api/v1/namespaces/kube-system/configmaps'
  world.asAdmin({ method: 'POST', path, body: { metadata, data: { kubelet: 'theirs' } } })
  expect([world.clock.now() - before, world.counts()]).toEqual([0, { requests: 0, rounds: 0, roundTrips: 0 }])
  world.mishap = () => undefined
  expect(await world.cluster.documents.read(globalTarget, patient)).toMatchObject({ body: 'theirs' })
})

test('somebody else has rights and a connection of their own', async () => {
  using world = new InProcess()
  const theirs = world.connect({ user: { name: 'jane', groups: ['system:authenticated'] } })
  await expect(theirs.nodes.list({}, patient)).rejects.toMatchObject({ code: 'refused' })
  theirs.close()
  expect(await world.cluster.nodes.list({}, patient)).toHaveLength(3)
})
