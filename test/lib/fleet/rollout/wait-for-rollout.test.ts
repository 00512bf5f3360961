import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { microTime } from '../../../../src/lib/api/event.ts'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import {
  applyRolloutPlan,
  planPolicy,
  planRelease,
  planUserChange,
} from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { runRollout } from '../../../../src/lib/fleet/rollout/run-rollout.ts'
import { lineChanges, statusLines } from '../../../../src/lib/fleet/rollout/status-lines.ts'
import { waitForRollout } from '../../../../src/lib/fleet/rollout/wait-for-rollout.ts'
import { controller, rollout as names } from '../../../../src/lib/names.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { limits } from '../../cluster/clusters.ts'
import { FakeChecks } from '../../rollouts/ports/fake-checks.ts'
import { pushTo } from '../push/pushes.ts'
import { ActingAgents } from './acting-agents.ts'

const minute = 60_000
/** Three nodes, one after the other, and all well for half a minute. */
const policy: RolloutPolicy = { ...defaultPolicy, waves: defaultPolicy.waves.slice(-1), soakMs: minute / 2 }

let agents: ActingAgents

beforeEach(async () => {
  agents = await new ActingAgents(['node-a', 'node-b', 'node-c']).begin()
  const plan = await planPolicy(agents.world.cluster, { policy, force: false }, limits)
  await applyRolloutPlan(agents.world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
})
afterEach(() => agents[Symbol.dispose]())

const push = (maxPods: number) => pushTo(agents.world, `maxPods: ${maxPods}\n`, { targets: [globalTarget] })

async function wait({ timeoutMs = 60 * minute, signal = limits.signal } = {}) {
  const { world } = agents
  const lines: string[] = []
  const changesIn = lineChanges()
  const { failure, last } = await waitForRollout(
    {
      // As each process has its own.
      cluster: world.connect(),
      clock: world.clock,
      report: (status) => void lines.push(...changesIn(statusLines(status)).map(({ text }) => text)),
      notice: (fact) => void lines.push(fact.reason),
    },
    { timeoutMs },
    { signal },
  )
  return { outcome: failure === undefined ? 'done' : [failure.code, failure.reason], failure, last, lines }
}

const run = () => {
  const { world } = agents
  const nobody = new FakeChecks(world.clock, () => 'silence')
  const mover = { cluster: world.connect(), clock: world.clock, checks: nobody, report: () => undefined }
  return runRollout({ ...mover, notice: () => undefined }, { once: false, timeoutMs: 60 * minute }, limits)
}

/** Something that happens so long after the wait began. */
const after = (ms: number, act: () => unknown): void => void agents.world.clock.after(ms, () => void act())

const edit = (data: object) =>
  agents.world.asAdmin({
    method: 'PATCH',
    path: `/api/v1/namespaces/kube-system/configmaps/${names.configMap}`,
    body: { data },
    contentType: 'application/merge-patch+json',
  })

test('nothing to roll out is done at once', async () => {
  expect(await wait()).toMatchObject({ outcome: 'done', lines: [], last: { rollout: { progress: undefined } } })
})

test('it waits until others have promoted the document, and says what changes', async () => {
  await push(50)
  const [waited, ran] = await Promise.all([wait(), run()])
  expect([waited.outcome, ran.failure]).toEqual(['done', undefined])
  expect(waited.last?.rollout.promoted.text).toContain('maxPods: 50')
  expect(waited.lines[0]).toMatch(/^(Progressing: |nothing is rolled out; )/)
  expect(waited.lines.filter((line) => line.includes('promoted in')).length).toBeLessThanOrEqual(2)
})

test('an abort is waited for to its end', async () => {
  await push(50)
  agents.fatal = (digest) => digest.startsWith('v1:')
  const [waited] = await Promise.all([wait(), run()])
  expect(waited.outcome).toEqual(['reverted', 'RolloutAborted'])
  expect(waited.last?.rollout).toMatchObject({ progress: undefined, past: [{ outcome: 'Aborted' }] })
  expect((await wait()).outcome).toEqual(['reverted', 'RolloutAborted'])
})

test('that nobody moves it is said at once, and when the time is up', async () => {
  await push(50)
  const { outcome, failure, lines } = await wait({ timeoutMs: 2 * minute })
  expect(outcome).toEqual(['timeout', 'RolloutNotDone'])
  expect(failure?.fact).toMatchObject({ because: { reason: 'RolloutNotYetMoved' } })
  expect(lines).toEqual(['nothing is rolled out; promoted: no document', 'it can go on: kubeletcfg rollout run'])
})

test('a controller that comes meanwhile is told of', async () => {
  await push(50)
  const { world } = agents
  after(40_000, () => {
    world.asAdmin({
      ...{ method: 'POST', path: '/api/v1/namespaces' },
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: controller.namespace } },
    })
    const renewTime = microTime(world.clock.now())
    const spec = { holderIdentity: 'one', leaseDurationSeconds: 15, renewTime }
    void world.cluster.leasesIn(controller.namespace).create(controller.name, spec, limits)
  })
  const { lines } = await wait({ timeoutMs: 2 * minute })
  expect(lines.slice(1)).toEqual(['it can go on: kubeletcfg rollout run', 'the controller moves it'])
})

test('another document that is stored meanwhile ends it', async () => {
  await push(50)
  after(10_000, () => push(60))
  const { outcome, failure } = await wait()
  expect(outcome).toEqual(['conflict', 'AwaitedReplaced'])
  expect(failure?.fact).toMatchObject({ awaited: 'revision 1', stored: 'revision 2' })
})

test.each<[string, () => unknown, readonly string[]]>([
  [
    'is deleted',
    () =>
      agents.world.asAdmin({
        method: 'DELETE',
        path: `/api/v1/namespaces/kube-system/configmaps/${names.configMap}`,
      }),
    ['conflict', 'RolloutGone'],
  ],
  ['is damaged', () => edit({ state: '{}' }), ['invalid', 'RolloutStateInvalid']],
  [
    'has no policy any more',
    async () => {
      const planAgain = () => planRelease(agents.world.cluster, { force: true }, limits)
      await applyRolloutPlan(agents.world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
    },
    ['conflict', 'PolicyGone'],
  ],
])('a state that %s ends it', async (_, act, expected) => {
  await push(50)
  after(10_000, act)
  expect((await wait()).outcome).toEqual(expected)
})

test('a rollout that is paused waits for a person, who may not be there', async () => {
  await push(50)
  after(20_000, async () => {
    const planAgain = () => planUserChange(agents.world.cluster, { change: 'pause', note: undefined }, limits)
    await applyRolloutPlan(agents.world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
  })
  const [waited] = await Promise.all([wait(), run()])
  expect(waited.outcome).toEqual(['timeout', 'RolloutNotDone'])
  expect(waited.failure?.fact).toMatchObject({ because: { reason: 'RolloutPaused' } })
})

test('an API server that is away for minutes is waited for', async () => {
  await push(50)
  after(5_000, () => {
    const { world } = agents
    world.mishap = () => ({ kind: 'refuse' })
    world.breakWatches()
    after(3 * minute, () => {
      world.mishap = () => undefined
    })
  })
  const [waited] = await Promise.all([wait(), run()])
  expect(waited.outcome).toBe('done')
  expect(waited.lines).toEqual(expect.arrayContaining(['WatchLost', 'WatchRestored']))
})

test('Ctrl-C ends the wait, and changes nothing', async () => {
  await push(50)
  const end = new AbortController()
  after(5_000, () => end.abort(new Error('interrupted')))
  expect((await wait({ signal: end.signal })).outcome).toEqual(['interrupted', 'RolloutWaitEnded'])
})
