import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { microTime } from '../../../../src/lib/api/event.ts'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { applyRolloutPlan, planPolicy } from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { controllerLeads } from '../../../../src/lib/fleet/rollout/controller-leads.ts'
import { readRolloutView } from '../../../../src/lib/fleet/rollout/read-rollout.ts'
import { rolloutNotes, type SeenRollout, seeRollout } from '../../../../src/lib/fleet/rollout/rollout-notes.ts'
import { statusLines } from '../../../../src/lib/fleet/rollout/status-lines.ts'
import { controller } from '../../../../src/lib/names.ts'
import { defaultPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { ActingAgents } from './acting-agents.ts'

let agents: ActingAgents

beforeEach(async () => {
  agents = await new ActingAgents(['node-a', 'node-b', 'node-c']).begin()
})
afterEach(() => agents[Symbol.dispose]())

async function setPolicy(): Promise<void> {
  const { cluster } = agents.world
  const planAgain = () => planPolicy(cluster, { policy: defaultPolicy, force: false }, limits)
  await applyRolloutPlan(cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
}

/** A replica that has renewed its Lease so long ago. */
async function leads(agoMs: number): Promise<void> {
  const { cluster, clock } = agents.world
  const renewTime = microTime(clock.now() - agoMs)
  agents.world.asAdmin({
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: controller.namespace } },
  })
  const spec = { holderIdentity: 'one', leaseDurationSeconds: 15, renewTime }
  await cluster.leasesIn(controller.namespace).create(controller.name, spec, limits)
}

const rollout = { policy: defaultPolicy, generation: 1, promoted: {}, progress: undefined, past: [] }
const stored = (more: object) =>
  ({ uid: 'u', resourceVersion: '1', reading: { kind: 'rollout', rollout: { ...rollout, ...more } } }) as never

test.each<[string, SeenRollout, number, readonly object[]]>([
  ['to a handful of nodes', { stored: undefined, leads: undefined }, 5, []],
  ['to more', { stored: undefined, leads: undefined }, 6, [{ reason: 'GlobalReachesAll', nodes: 6 }]],
  ['after delete-policy', { stored: stored({ policy: undefined }), leads: true }, 6, [{ reason: 'GlobalReachesAll' }]],
  ['by who may not read it', { stored: 'unknown', leads: undefined }, 6, []],
  ['under a policy', { stored: stored({}), leads: false }, 1, [{ reason: 'GlobalWaitsForRollout', leads: false }]],
  [
    'with a state that cannot be read',
    { stored: { uid: 'u', resourceVersion: '1', reading: { kind: 'unreadable', because: {} as never } }, leads: true },
    6,
    [{ reason: 'GlobalWaitsForRollout', leads: true }],
  ],
])('a push of the global document %s says how it reaches them', (_, seen, nodes, expected) => {
  expect(rolloutNotes(seen, nodes)).toMatchObject(expected)
  expect(rolloutNotes(seen, nodes)).toHaveLength(expected.length)
})

test.each([
  ['has just renewed its Lease', 2_000, true],
  ['has not renewed it for two minutes', 120_000, false],
])('a controller that %s', async (_, agoMs, expected) => {
  await leads(agoMs)
  expect(await controllerLeads(agents.world.cluster, limits)).toBe(expected)
  expect((await seeRollout(agents.world.cluster, limits)).leads).toBe(expected)
})

test('nobody has a Lease: no controller', async () => {
  expect(await controllerLeads(agents.world.cluster, limits)).toBe(false)
})

test('a deletion of the global document says that the rollout has to admit it', async () => {
  await setPolicy()
  await pushTo(agents.world, 'maxPods: 50\n', { targets: [globalTarget] })
  const request = { targets: [globalTarget], skipValidation: false, acceptedRisks: [] }
  expect((await planDelete(agents.world.cluster, request, limits)).notes).toMatchObject([
    { reason: 'GlobalWaitsForRollout', leads: false },
  ])
})

test.each([
  [true, 'the controller moves it'],
  [false, 'it can go on: kubeletcfg rollout run'],
])('status says who moves it: %s', async (isLed, expected) => {
  await setPolicy()
  await pushTo(agents.world, 'maxPods: 50\n', { targets: [globalTarget] })
  const view = await readRolloutView(agents.world.cluster, limits)
  if (view.stored?.reading.kind !== 'rollout') throw new Error('no rollout')
  expect(statusLines({ view, rollout: view.stored.reading.rollout, leads: isLed }).map(({ text }) => text)).toContain(
    expected,
  )
})

test('status names no mover of a document that was aborted: a person has to say what comes next', async () => {
  await setPolicy()
  await pushTo(agents.world, 'maxPods: 50\n', { targets: [globalTarget] })
  const view = await readRolloutView(agents.world.cluster, limits)
  if (view.stored?.reading.kind !== 'rollout' || view.desired.kind !== 'document') throw new Error('no rollout')
  const aborted = { digest: view.desired.digest, revision: 1, outcome: 'Aborted', cause: undefined } as const
  const times = { startedAt: '2026-11-29T12:00:00Z', endedAt: '2026-11-29T12:00:00Z' }
  const lines = statusLines({
    view,
    rollout: { ...view.stored.reading.rollout, past: [{ ...aborted, ...times }] },
    leads: false,
  })
  expect(lines.map(({ text }) => text).join('\n')).not.toContain('moves it')
})
