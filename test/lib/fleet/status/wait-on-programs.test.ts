import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden } from '../../cluster/clusters.ts'
import { minute, push, type Wait, wait as waitIn } from '../wait/waits.ts'
import { report, stored } from './reports.ts'

let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const wait = (asked: Wait) => waitIn(world, asked)

const balloon = said('BalloonHoldsRoom', 'the balloon holds room')
const lease = (holderIdentity: string, renewTime: string, namespace = 'kube-system') => ({
  metadata: { name: 'nodesize-reconciler', namespace },
  spec: { holderIdentity, leaseDurationSeconds: 15, renewTime },
})
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
const at = () => new Date(world.clock.now()).toISOString().replace('Z', '000Z')
function leads(holder: string): void {
  world.asAdmin({ method: 'POST', path: leases, body: lease(holder, at()) })
}
function renewEvery(ms: number, times: number): void {
  for (let i = 1; i <= times; i++)
    world.clock.after(i * ms, () =>
      world.asAdmin({
        method: 'PATCH',
        path: `${leases}/nodesize-reconciler`,
        body: { spec: { renewTime: at() } },
        contentType: 'application/merge-patch+json',
      }),
    )
}
async function held() {
  const awaited = (await push(world, 'maxPods: 50\n')).slice(0, 1)
  const assigned = await stored(world, globalTarget)
  report(world, 'node-a', { phase: 'Held', assigned, problem: balloon })
  return { awaited, assigned }
}

test('a balloon is waited for while a reconciler leads', async () => {
  const { awaited, assigned } = await held()
  leads('one')
  renewEvery(2_000, 60)
  const good = () => report(world, 'node-a', { phase: 'Good', assigned, active: assigned })
  const { codes, minutes, seen } = await wait({ awaited, events: [[2 * minute, good]] })
  expect([codes, minutes, seen]).toEqual([[], 2, ['node-a waiting Held', 'node-a done Good']])
})

test('a reconciler leads in the namespace that its manifests give it', async () => {
  const { awaited } = await held()
  world.asAdmin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'nodesize-system' } } })
  const path = leases.replace('kube-system', 'nodesize-system')
  world.asAdmin({ method: 'POST', path, body: lease('one', at(), 'nodesize-system') })
  const begun = world.clock.monotonic()
  expect(await wait({ awaited })).toMatchObject({ codes: ['refused'] })
  // Not at once: it is there, and only is not renewed any more.
  expect(world.clock.monotonic() - begun).toBeGreaterThanOrEqual(15_000)
})

test('a balloon, and no reconciler was ever there: a person has to act', async () => {
  const { awaited } = await held()
  expect(await wait({ awaited })).toMatchObject({ codes: ['refused'], minutes: 0 })
})

test('a balloon, and the reconciler is dead or has ended: others have their time to take over', async () => {
  for (const holder of ['one', '']) {
    const { awaited } = await held()
    leads(holder)
    const begun = world.clock.monotonic()
    expect(await wait({ awaited })).toMatchObject({ codes: ['refused'], minutes: 0 })
    expect(world.clock.monotonic() - begun).toBeGreaterThanOrEqual(15_000)
    world.asAdmin({ method: 'DELETE', path: `${leases}/nodesize-reconciler` })
  }
})

test('a balloon, for a user who may not see whether a reconciler leads', async () => {
  const { awaited } = await held()
  world.mishap = ({ path }) => (path.startsWith('/apis/coordination') ? forbidden('no') : undefined)
  expect(await wait({ awaited })).toMatchObject({ codes: ['timeout'], minutes: 20 })
})

test('the restarts of an hour, a document that is tried again, and a node that leaves are waited for', async () => {
  for (const [phase, reason] of [
    ['Resolving', 'RestartBudgetSpent'],
    ['RolledBack', 'WaitsForEvidence'],
    ['Held', 'NodeLeaves'],
    ['Held', 'BalloonNotKnown'],
    ['RollingBack', 'KubeletCrashed'],
  ] as const) {
    const { awaited, assigned } = await held()
    report(world, 'node-a', { phase, assigned, problem: said(reason, 'because') })
    const events = [[minute, () => report(world, 'node-a', { phase: 'Good', assigned, active: assigned })]] as const
    expect(await wait({ awaited, events })).toMatchObject({ codes: [], minutes: 1 })
  }
})

test.each([
  ['RollingBack', 'ReturnBlocked', 'reverted'],
  ['RolledBack', 'WaitsForLiveFile', 'reverted'],
  ['Held', 'DryRun', 'refused'],
] as const)('a person has to act: %s for %s', async (phase, reason, code) => {
  const { awaited, assigned } = await held()
  report(world, 'node-a', { phase, assigned, problem: said(reason, 'because') })
  expect(await wait({ awaited })).toMatchObject({ codes: [code], minutes: 0 })
})

test('a kubelet that runs the document and does not stay up is not waited for', async () => {
  const { awaited, assigned } = await held()
  report(world, 'node-a', {
    phase: 'Good',
    assigned,
    active: assigned,
    trouble: { reason: 'KubeletCrashLoop', lastExit: undefined } as Fact,
  })
  const { failures, minutes } = await wait({ awaited })
  expect(minutes).toBe(0)
  expect(failures).toMatchObject([
    { code: 'timeout', fact: { nodes: [{ state: 'Failing', cause: { reason: 'KubeletCrashLoop' } }] } },
  ])
})
