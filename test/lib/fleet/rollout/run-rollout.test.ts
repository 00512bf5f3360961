import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import {
  applyRolloutPlan,
  planPolicy,
  planRelease,
  planUserChange,
} from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { movedLine, rolloutStatusView, wavesOf } from '../../../../src/lib/fleet/rollout/output.ts'
import { readRolloutView } from '../../../../src/lib/fleet/rollout/read-rollout.ts'
import { type RunRequest, runRollout } from '../../../../src/lib/fleet/rollout/run-rollout.ts'
import { statusLines } from '../../../../src/lib/fleet/rollout/status-lines.ts'
import { WatchedPods } from '../../../../src/lib/fleet/rollout/watched-pods.ts'
import { describe } from '../../../../src/lib/message/describe.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { rollout as names } from '../../../../src/lib/names.ts'
import type { CheckReply } from '../../../../src/lib/rollouts/check-answer.ts'
import type { Check } from '../../../../src/lib/rollouts/checks.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { allDays, minutesPerDay, type TimeWindow } from '../../../../src/lib/rollouts/windows.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { FakeChecks } from '../../rollouts/ports/fake-checks.ts'
import { pushTo } from '../push/pushes.ts'
import { report } from '../status/reports.ts'
import { ActingAgents } from './acting-agents.ts'

const minute = 60_000
const nodes = ['node-a', 'node-b', 'node-c', 'node-d']
const policy: RolloutPolicy = { ...defaultPolicy, soakMs: minute, maxUnavailable: { kind: 'count', count: 2 } }

let agents: ActingAgents
let world: InProcess
let checks: FakeChecks
/** What a check says to a question, by its name. */
let replies: Record<string, CheckReply | 'silence'>

beforeEach(async () => {
  agents = await new ActingAgents(nodes).begin()
  ;({ world } = agents)
  replies = {}
  checks = new FakeChecks(world.clock, ({ name }) => replies[name] ?? 'silence')
})
afterEach(() => agents[Symbol.dispose]())

async function setPolicy(more: Partial<RolloutPolicy> = {}): Promise<void> {
  const plan = await planPolicy(world.cluster, { policy: { ...policy, ...more }, force: false }, limits)
  expect(plan.refusal).toBeUndefined()
  await applyRolloutPlan(world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
}

const push = (maxPods: number) => pushTo(world, `maxPods: ${maxPods}\n`, { targets: [globalTarget] })

async function run(request: Partial<RunRequest> = {}, signal: AbortSignal = limits.signal) {
  const lines: string[] = []
  const result = await runRollout(
    {
      // As each process has its own.
      cluster: world.connect(),
      clock: world.clock,
      checks,
      report: (now) => void lines.push(movedLine(now)),
      notice: (fact) => void lines.push(fact.reason),
    },
    { once: false, timeoutMs: 600 * minute, ...request },
    { signal },
  )
  return { ...result, lines, outcome: [result.failure?.code, result.failure?.reason] }
}

const rollout = () => agents.rollout()

const edit = (data: object) =>
  world.asAdmin({
    method: 'PATCH',
    path: `/api/v1/namespaces/kube-system/configmaps/${names.configMap}`,
    body: { data },
    contentType: 'application/merge-patch+json',
  })

test('without a policy, it does nothing, and says so', async () => {
  expect((await run()).outcome).toEqual(['refused', 'NoRolloutPolicy'])
})

test('where nothing is to be done, it is done', async () => {
  await setPolicy()
  expect(await run()).toMatchObject({ failure: undefined, moves: 0 })
})

test('a document is promoted when all nodes have proven it', async () => {
  await setPolicy()
  await push(50)
  const { failure, lines, moves } = await run()
  expect([failure, (await rollout())?.promoted.text]).toEqual([undefined, expect.stringContaining('maxPods: 50')])
  expect(lines.at(-1)).toBe('rollout: is done: the document is promoted')
  expect(moves).toBeLessThan(20)
})

test('a document that ends kubelets is aborted, and not tried again', async () => {
  await setPolicy()
  await push(50)
  agents.fatal = (digest) => digest.startsWith('v1:')
  expect((await run()).outcome).toEqual(['reverted', 'RolloutAborted'])
  expect((await rollout())?.past).toMatchObject([{ outcome: 'Aborted', cause: { reason: 'NodesFailed' } }])
  const again = await run()
  expect([again.outcome, again.moves]).toEqual([['reverted', 'RolloutAborted'], 0])
})

test('once does what can be done now', async () => {
  await setPolicy()
  await push(50)
  expect(await run({ once: true })).toMatchObject({ outcome: ['timeout', 'RolloutNotDone'], moves: 2 })
})

/** A window that opens so many minutes from now, for an hour. */
function openIn(minutes: number): RolloutPolicy['windows'] {
  const from = Math.floor((world.clock.now() / minute + minutes) % minutesPerDay)
  return [{ days: allDays, from, to: (from + 60) % minutesPerDay, timeZone: 'UTC' }]
}

test('a rollout that may not begin now waits for its window, and says until when', async () => {
  await setPolicy({ windows: openIn(3) })
  await push(50)
  const once = await run({ once: true })
  expect(once).toMatchObject({ moves: 0, failure: { fact: { because: { reason: 'OutsideWindows' } } } })
  const { failure, lines } = await run()
  expect(failure).toBeUndefined()
  expect(lines[0]).toMatch(/^rollout: the policy has no window now; the next one opens in \d\S+, at 20\S+:00\.000Z$/)
  // What is left of the time is not told every five seconds.
  expect(lines[1]).toBe('rollout (wave 1 of 4, 0 of 4 nodes): begins')
})

test('the status says whether a window is open', async () => {
  const shown = async (windows: RolloutPolicy['windows']) => {
    await setPolicy({ windows })
    const view = await readRolloutView(world.cluster, limits)
    if (view.stored?.reading.kind !== 'rollout') throw new Error('no rollout')
    const status = { view, rollout: view.stored.reading.rollout, leads: undefined }
    const lines = statusLines(status).map(({ text }) => text)
    return [
      (rolloutStatusView.data(status) as { windows: unknown }).windows,
      lines.filter((line) => /window/.test(line) && !/hint:/.test(line)),
    ]
  }
  expect(await shown([])).toEqual([null, []])
  expect(await shown(openIn(-30))).toEqual([{ open: true, opensAt: null }, ['windows: open now']])
  const [later] = openIn(60) as [TimeWindow]
  const opensAt = expect.stringMatching(/^20\S+Z$/)
  const closed = expect.stringMatching(/^windows: closed now, open from 20\S+Z on$/)
  expect(await shown([later])).toEqual([{ open: false, opensAt }, [closed]])
  const unknown = [{ ...later, timeZone: 'Europe/Atlantis' }]
  expect(await shown(unknown)).toEqual([{ open: false, opensAt: null }, ['windows: closed now']])
  await push(50)
  expect(await shown(unknown)).toEqual([
    { open: false, opensAt: null },
    ['the policy has no window now; this program does not know the zone Europe/Atlantis'],
  ])
})

const smoke: Check = { kind: 'url', name: 'smoke', url: 'https://ci.example/ok' }
const errors: Check = {
  ...{ kind: 'prometheus', name: 'errors', url: 'https://prometheus.example' },
  ...{ query: 'sum(errors) < bool 1', onFalse: 'abort' },
}
const empty: CheckReply = { status: 204, body: '' }
const vector = (...values: readonly string[]): CheckReply => ({
  status: 200,
  body: JSON.stringify({
    status: 'success',
    data: { resultType: 'vector', result: values.map((one) => ({ metric: {}, value: [0, one] })) },
  }),
})

test('before each wave, and before the promotion, all checks are asked once where they say go', async () => {
  await setPolicy({ checks: [smoke, errors], soakMs: 5_000 })
  await push(50)
  replies = { smoke: empty, errors: vector('1') }
  expect((await run()).failure).toBeUndefined()
  expect(checks.asked).toEqual(policy.waves.map(() => ['smoke', 'errors']))
})

test('nobody asks without checks, and nobody before the soak is over', async () => {
  await setPolicy({ checks: [smoke] })
  await push(50)
  await run({ timeoutMs: 50_000 })
  expect(checks.asked).toEqual([])
})

/** All at once, and well for a moment. */
const short: Partial<RolloutPolicy> = {
  waves: policy.waves.slice(-1),
  soakMs: 5_000,
  maxUnavailable: { kind: 'count', count: 4 },
}

test('a check that holds is asked every 30 s, and told once; then the rollout goes on', async () => {
  await setPolicy({ ...short, checks: [smoke, errors] })
  await push(50)
  replies = { smoke: { status: 503, body: '' }, errors: vector('1') }
  const held = await run({ timeoutMs: 2 * minute })
  expect(held.failure).toMatchObject({ code: 'timeout', fact: { because: { reason: 'ChecksNotPassed' } } })
  expect(held.lines.filter((line) => line.includes('checks'))).toEqual([
    'rollout (wave 1 of 1, 4 of 4 nodes): all nodes of the wave are well, but not all checks say go: smoke: it answers 503',
  ])
  expect(checks.asked.length).toBeGreaterThan(2)
  expect(checks.asked.length).toBeLessThanOrEqual(4)
  replies['smoke'] = empty
  expect((await run()).failure).toBeUndefined()
})

test('a check that is silent holds, and does not keep others from moving the rollout', async () => {
  await setPolicy({ ...short, checks: [smoke] })
  await push(50)
  await run({ timeoutMs: minute })
  const once = await run({ once: true })
  expect(once.failure).toMatchObject({
    fact: { because: { checks: [{ name: 'smoke', because: { reason: 'CheckSilent', afterMs: 10_000 } }] } },
  })
  const end = new AbortController()
  world.clock.after(3_000, () => end.abort(new Error('interrupted')))
  expect((await run({}, end.signal)).outcome).toEqual(['interrupted', 'RolloutStops'])
})

test('a check that says abort ends the rollout, and the document is not tried again', async () => {
  await setPolicy({ ...short, checks: [errors] })
  await push(50)
  replies = { errors: vector('0') }
  expect((await run()).outcome).toEqual(['reverted', 'RolloutAborted'])
  expect((await rollout())?.past).toMatchObject([
    { outcome: 'Aborted', cause: { reason: 'CheckFailed', message: 'check errors failed: its query is false' } },
  ])
  expect((await run()).moves).toBe(0)
})

test('the status names the checks, and says that they have to be asked', async () => {
  await setPolicy({ ...short, checks: [smoke, errors] })
  await push(50)
  await run({ timeoutMs: minute })
  const { data, lines } = await status()
  expect(data).toMatchObject({ reason: 'ChecksNotPassed', checks: ['smoke', 'errors'] })
  expect(lines).toContain('checks before a soak ends: smoke, errors')
  expect(lines.join('\n')).toContain('smoke: kubeletcfg rollout run has to ask it; errors: kubeletcfg')
})

/** As the command shows it. */
async function status() {
  const view = await readRolloutView(world.cluster, limits)
  if (view.stored?.reading.kind !== 'rollout') throw new Error('no rollout')
  const { rollout } = view.stored.reading
  const pods = await new WatchedPods(world.cluster.podSigns, world.clock).seenIn(view, limits)
  const now = { view: { ...view, pods }, rollout, leads: undefined }
  return { data: rolloutStatusView.data(now), lines: statusLines(now).map(({ text }) => text) }
}

/** A pod of a node, which its kubelet has to do with from now on. */
function showPod(node: string, status: object, name = `on-${node}`): void {
  const path = '/api/v1/namespaces/default/pods'
  const spec = { nodeName: node, containers: [{ name: 'web', image: 'web' }] }
  world.asAdmin({ method: 'POST', path, body: { metadata: { name }, spec } })
  const contentType = 'application/merge-patch+json'
  world.asAdmin({ method: 'PATCH', path: `${path}/${name}/status`, body: { status }, contentType })
}

const evicted = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory. ' }
const crashing = {
  phase: 'Running',
  containerStatuses: [{ name: 'web', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
}

/** The canary runs the document, and its wave soaks. */
async function canaried(more: Partial<RolloutPolicy> = {}): Promise<string> {
  await setPolicy(more)
  await push(50)
  await run({ timeoutMs: 30_000 })
  return (await rollout())!.progress!.canaries[0]!
}

test('a kubelet that evicts pods with the document ends the rollout, and the document is not tried again', async () => {
  const canary = await canaried()
  showPod(canary, evicted)
  const { outcome, lines } = await run()
  expect(outcome).toEqual(['reverted', 'RolloutAborted'])
  expect(lines.join('\n')).toContain(`default/on-${canary} (Evicted); of the nodes without it, 0 of 3 do`)
  expect((await run()).moves).toBe(0)
})

test('where all nodes evict pods at once, it waits until that is over, and says so once', async () => {
  await canaried()
  for (const node of nodes) showPod(node, evicted)
  const { failure, lines } = await run()
  expect(failure).toBeUndefined()
  const told = lines.filter((line) => line.includes('evict'))
  expect(told).toEqual([expect.stringContaining('1 of 1 nodes with the document evict or refuse pods, and 3 of 3')])
})

test('new pods that crash hold the wave, and the status names them', async () => {
  const canary = await canaried()
  showPod(canary, crashing)
  const { failure } = await run({ timeoutMs: 10 * minute })
  expect(failure).toMatchObject({ code: 'timeout', fact: { because: { reason: 'PodsNotStarted' } } })
  const { data, lines } = await status()
  expect(data).toMatchObject({ reason: 'PodsNotStarted', pods: { admitted: { hurt: 0, of: 1 } } })
  expect(lines.join('\n')).toContain(`default/on-${canary} (CrashLoopBackOff on ${canary})`)
})

test('pods that must not be read hold the wave, with the way on', async () => {
  await canaried()
  const forbidden = {
    kind: 'answer',
    status: 403,
    body: { kind: 'Status', reason: 'Forbidden', message: 'no' },
  } as const
  world.mishap = ({ path }) => (path === '/api/v1/pods' ? forbidden : undefined)
  const { failure } = await run({ timeoutMs: 10 * minute })
  expect(failure).toMatchObject({ fact: { because: { reason: 'PodsNotSeen', because: { reason: 'AccessDenied' } } } })
  const { data, lines } = await status()
  expect(data).toMatchObject({ reason: 'PodsNotSeen', pods: null })
  expect(lines).toContainEqual(expect.stringMatching(/^pods cannot be read: /))
  world.mishap = () => undefined
  expect((await run()).failure).toBeUndefined()
})

test('pods that nobody answers about hold the wave, and keep no abort waiting', async () => {
  await canaried()
  world.mishap = ({ path }) => (path === '/api/v1/pods' ? { kind: 'silence' } : undefined)
  const { failure } = await run({ timeoutMs: 10 * minute })
  expect(failure).toMatchObject({ code: 'timeout', fact: { because: { reason: 'PodsNotSeen' } } })
  const planAgain = () => planUserChange(world.cluster, { change: 'abort', note: undefined }, limits)
  await applyRolloutPlan(world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
  expect((await run({ timeoutMs: 10 * minute })).outcome).toEqual(['reverted', 'RolloutAborted'])
})

test('pods are read every 30 s while nodes have the document, and one by one only when a wave is over', async () => {
  await canaried({ waves: policy.waves.slice(0, 1).concat(policy.waves.slice(-1)), soakMs: 10 * minute })
  const from = world.sent.length
  await run({ timeoutMs: 8 * minute })
  const ofPods = () => world.sent.slice(from).filter(({ path }) => path === '/api/v1/pods')
  expect(ofPods().length).toBeGreaterThan(10)
  expect(ofPods().length).toBeLessThanOrEqual(17)
  expect(
    ofPods().every(({ query }) => query?.['fieldSelector'] === 'status.phase!=Pending,status.phase!=Running'),
  ).toBe(true)
  expect((await run()).failure).toBeUndefined()
  const ofNodes = ofPods().filter(({ query }) => query?.['fieldSelector']?.startsWith('spec.nodeName='))
  // Of each wave, those of all four nodes.
  expect(ofNodes).toHaveLength(8)
  expect(ofPods().every(({ query }) => query?.['resourceVersion'] === '0')).toBe(true)
  const before = world.sent.length
  await run()
  expect(world.sent.slice(before).filter(({ path }) => path === '/api/v1/pods')).toEqual([])
})

test.each(['ignore', 'hold'] as const)('with pods: %s, a kubelet that evicts pods ends nothing', async (pods) => {
  const canary = await canaried({ pods })
  showPod(canary, evicted)
  expect((await run()).failure).toBeUndefined()
})

test('time that is up, and Ctrl-C, leave the rollout where it is', async () => {
  await setPolicy()
  await push(50)
  expect((await run({ timeoutMs: minute })).outcome).toEqual(['timeout', 'RolloutNotDone'])
  const before = await rollout()
  const end = new AbortController()
  world.clock.after(3_000, () => end.abort(new Error('interrupted')))
  expect((await run({}, end.signal)).outcome).toEqual(['interrupted', 'RolloutStops'])
  expect((await rollout())?.progress?.candidate).toEqual(before?.progress?.candidate)
  expect((await run()).failure).toBeUndefined()
})

test('several at once move it as one would', async () => {
  await setPolicy()
  await push(50)
  const all = await Promise.all([run(), run(), run()])
  expect(all.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined])
  expect((await rollout())?.generation).toBe(2)
  // Each move is that of one.
  const done = all.flatMap(({ lines }) => lines).filter((line) => line.includes('the document is promoted'))
  expect(done.filter((line) => line.includes('is done'))).toHaveLength(1)
})

test('a rollout that others change again and again is left to them', async () => {
  await setPolicy()
  await push(50)
  const cluster = world.connect()
  const rollouts = {
    read: cluster.rollouts.read,
    write: async () => {
      throw new Failure('conflict', { reason: 'Conflict' } as never)
    },
  }
  const moving = {
    cluster: { ...cluster, rollouts },
    clock: world.clock,
    checks,
    report: () => undefined,
    notice: () => undefined,
  }
  const { failure, moves } = await runRollout(moving, { once: false, timeoutMs: minute }, limits)
  expect([failure?.code, failure?.fact, moves]).toMatchObject([
    'conflict',
    { reason: 'RolloutContended', times: 21 },
    0,
  ])
})

test('a rollout that cannot be read in time was not moved', async () => {
  await setPolicy()
  world.mishap = () => ({ kind: 'silence' })
  expect((await run({ timeoutMs: 1_000 })).outcome).toEqual(['timeout', 'RolloutNotRead'])
})

test('a node that joins in mid-rollout is in no wave of it', async () => {
  await setPolicy()
  await push(50)
  await run({ once: true })
  const { stored, fleet } = await readRolloutView(world.cluster, limits)
  if (stored?.reading.kind !== 'rollout') throw new Error('no rollout')
  const { progress } = stored.reading.rollout
  const joined = {
    ...fleet.members[0]!,
    name: 'node-new',
    createdAt: new Date(world.clock.now() + minute).toISOString(),
  }
  const waves = wavesOf(policy, progress!, [...fleet.members, joined])
  expect(waves.map(({ nodes }) => nodes)).toEqual([1, 1, 2, 4])
})

test('an API server that is away for minutes is waited for', async () => {
  await setPolicy()
  await push(50)
  let isAway = false
  world.mishap = () => (isAway ? { kind: 'refuse' } : undefined)
  world.clock.after(70_000, () => {
    isAway = true
  })
  world.clock.after(10 * minute, () => {
    isAway = false
  })
  const { failure, lines } = await run()
  expect(failure).toBeUndefined()
  expect(lines).toContain('WatchLost')
})

test('what only people can go on with ends it, with the way on', async () => {
  await setPolicy()
  await push(50)
  await run({ once: true })
  const request = { change: 'pause', note: 'lunch' } as const
  const plan = await planUserChange(world.cluster, request, limits)
  await applyRolloutPlan(world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
  const { failure } = await run()
  expect(failure).toMatchObject({ code: 'timeout', fact: { because: { reason: 'RolloutPaused' } } })
})

test('who resumes what failed nodes have paused is told that it may pause again, and the way on', async () => {
  const resume = () => planUserChange(world.cluster, { change: 'resume', note: undefined }, limits)
  const pause = () => planUserChange(world.cluster, { change: 'pause', note: 'lunch' }, limits)
  const apply = async (planAgain: typeof pause) =>
    applyRolloutPlan(world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
  await setPolicy({ onFailure: 'pause' })
  await push(50)
  agents.fatal = (digest) => digest.startsWith('v1:')
  await run()
  expect((await rollout())?.progress).toMatchObject({ phase: 'Paused', cause: { reason: 'NodesFailed' } })
  const [warning] = (await apply(resume)).warnings
  expect(warning).toMatchObject({ reason: 'RolloutMayPauseAgain', cause: { reason: 'NodesFailed' } })
  expect(describe(warning!).hints.join()).toContain('raise maxFailures')
  await apply(pause)
  expect((await apply(resume)).warnings).toEqual([])
})

test('a rollout that somebody has edited is moved by nobody', async () => {
  await setPolicy()
  edit({ promoted: '# another\n' })
  expect((await run()).outcome).toEqual(['invalid', 'RolloutTextChanged'])
})

test('an abort goes through although the rollout moves meanwhile', async () => {
  await setPolicy()
  await push(50)
  await run({ once: true })
  const planAgain = () => planUserChange(world.cluster, { change: 'abort', note: undefined }, limits)
  const plan = await planAgain()
  edit({ readme: 'moved' })
  const applied = await applyRolloutPlan(world.cluster, { plan, planAgain, dryRun: 'none' }, limits)
  expect(applied.refusal).toBeUndefined()
  expect((await rollout())?.progress).toMatchObject({ phase: 'Aborting', cause: { reason: 'StoppedByUser' } })
})

test('a policy is refused where nodes would get something at once that they do not run', async () => {
  await push(50)
  const plan = await planPolicy(world.cluster, { policy, force: false }, limits)
  expect(plan.refusal).toMatchObject({ code: 'refused', fact: { reason: 'NodesRunAnother', nodes } })
  expect((await planPolicy(world.cluster, { policy, force: true }, limits)).next).toMatchObject({ policy })
})

test('a policy is refused where agents would run ahead', async () => {
  report(world, 'node-b', { followsRollouts: false })
  const plan = await planPolicy(world.cluster, { policy, force: false }, limits)
  expect(plan.refusal).toMatchObject({ fact: { reason: 'AgentsRunAhead', nodes: ['node-b'] } })
})

const release = (force = false) => planRelease(world.cluster, { force }, limits)

test('a policy goes when nothing is under way, and then nobody moves anything', async () => {
  await setPolicy()
  const plan = await release()
  expect(plan.refusal).toBeUndefined()
  await applyRolloutPlan(world.cluster, { plan, planAgain: release, dryRun: 'none' }, limits)
  expect((await rollout())?.policy).toBeUndefined()
  expect((await run()).outcome).toEqual(['refused', 'NoRolloutPolicy'])
  expect((await release()).next).toBeUndefined()
})

test.each([
  ['that nobody has tried', 'GlobalNotPromoted', async () => undefined],
  ['of a rollout', 'RolloutUnderWay', () => run({ once: true })],
])('a policy stays while all nodes would get a document %s, unless it is forced', async (_, reason, before) => {
  await setPolicy()
  await push(50)
  await before()
  expect((await release()).refusal).toMatchObject({ code: 'refused', fact: { reason } })
  expect((await release(true)).next).toMatchObject({ policy: undefined, progress: undefined })
})
