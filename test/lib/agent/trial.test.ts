import { expect, test } from '@jest/globals'
import type { Answer, Evidence, ServiceState } from '../../../src/lib/agent/model/evidence.ts'
import { document, usable } from './props.ts'
import { Story } from './story.ts'

const fail: Answer = { verdict: 'fail', because: { reason: 'Looked' } }
const unknown: Answer = { verdict: 'unknown', because: { reason: 'Looked' } }
const silent: Partial<Evidence> = { lease: unknown, ready: unknown, pods: unknown, apiReachable: false }

const onTrial = (settings = {}) => new Story({ settings }).start({ node: document('a') }).pass(10_000)

test.each<[name: string, evidence: Partial<Evidence>, phase: string]>([
  ['all good', {}, 'Good'],
  ['no health port (F22)', { healthz: { verdict: 'none' } }, 'Good'],
  ['configz cannot be read (F5)', { configz: unknown }, 'Good'],
  ['no sandbox was made since', { sandbox: unknown }, 'Good'],
  ['healthz never answers (F3)', { healthz: fail }, 'RolledBack'],
  ['no lease', { lease: fail }, 'RolledBack'],
  ['no heartbeat (F4)', { ready: fail }, 'RolledBack'],
  ['other values run (F6)', { configz: fail }, 'RolledBack'],
  ['pods ended', { pods: fail }, 'RolledBack'],
  ['no sandbox can be made', { sandbox: fail }, 'RolledBack'],
  ['pods cannot be compared, though the API server answers', { pods: unknown }, 'RolledBack'],
])('%s: %#', (_name, evidence, phase) => {
  const story = onTrial()
  story.evidence = evidence
  expect(story.pass(3_000_000).phase).toBe(phase)
})

test('a kubelet that answers once proves nothing', () => {
  const story = new Story({ settings: { trialMs: 0 } }).start({ node: document('a') }).pass(2_100)
  expect(story.diary.filter((line) => line === 'probe')).toHaveLength(1)
  story.service = { ...story.service, mainPid: 0, activeState: 'activating', subState: 'auto-restart' }
  expect(story.pass(60_000).phase).toBe('Trial')
})

test('a trial of length 0 passes on the first proof (F12)', () => {
  expect(onTrial({ trialMs: 0 }).phase).toBe('Good')
})

test('while the API server is silent, the trial waits, and goes on (F4)', () => {
  const story = onTrial().pass(100_000)
  story.evidence = silent
  story.pass(1_000_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['Trial', 'ApiServerSilent'])
  story.evidence = {}
  expect(story.pass(700_000).phase).toBe('Good')
})

test('it does not wait for ever, and does not blame the document', () => {
  const story = onTrial()
  story.evidence = silent
  story.pass(2_000_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['RolledBack', 'WaitsForEvidence'])
  expect(story.status.bad).toEqual([])
  story.evidence = {}
  story.push(document('a')).pass(700_000)
  expect(story.phase).toBe('Good')
})

test('a machine that shuts down, for however long, is not held against a document, and nothing is restarted', () => {
  const story = onTrial()
  story.shutsDown = true
  story.pass(1_000_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['Trial', 'MachineShutsDown'])
  story.pass(3_000_000)
  expect(story.status.bad).toEqual([])
  story.shutsDown = false
  story
    .reboot()
    .start({ node: document('a') })
    .pass(2_000_000)
  expect([story.phase, story.status.bad]).toEqual(['Good', []])
})

const stopped: Partial<ServiceState> = { mainPid: 0, activeState: 'inactive', lastExit: { kind: 'exited', status: 0 } }
const exited: Partial<ServiceState> = { mainPid: 0, activeState: 'activating', lastExit: { kind: 'exited', status: 1 } }

test.each<[name: string, evidence: Partial<Evidence>, service: Partial<ServiceState>, blamed: readonly string[]]>([
  ['an API server that is silent', silent, {}, []],
  ['pods that cannot be compared', { pods: unknown }, {}, ['Looked']],
  ['a container runtime that is down', { runtime: fail }, exited, ['RuntimeDown']],
  ['the same, and a silent API server', { ...silent, runtime: fail }, exited, []],
  ['a kubelet that somebody has stopped', {}, stopped, ['KubeletStopped']],
])('half an hour without evidence ends a trial, and who is to blame: %s', (_name, evidence, service, blamed) => {
  const story = onTrial()
  Object.assign(story, { evidence, service: { ...story.service, ...service } })
  expect(story.pass(1_700_000).phase).toBe('Trial')
  story.pass(300_000)
  expect(story.diary).toContain('write local')
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(blamed)
})

test('what runs already stays where nothing can be known, and is proven once the API server answers', () => {
  const story = onTrial().pass(700_000)
  const done = story.diary.length
  story.evidence = silent
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.37.0' }).pass(2_000_000)
  expect([story.state.journal.work.kind, story.status.active, story.status.bad]).toEqual(['Settled', document('a'), []])
  story.evidence = {}
  expect(story.push(document('a')).pass(10_000).phase).toBe('Trial')
  expect(story.pass(700_000).phase).toBe('Good')
  expect(story.diary.slice(done).filter((line) => /^(?:write|restart)/.test(line))).toEqual([])
})

const cannotRun: readonly (readonly [name: string, evidence: Partial<Evidence>, service: Partial<ServiceState>])[] = [
  ['container runtime that is down', { runtime: fail }, exited],
  ['kubelet without one that is about to end, and a silent API server', { ...silent, runtime: fail }, {}],
  ['kubelet that somebody has stopped', {}, stopped],
  ['machine that shuts down, without a container runtime', { runtime: fail, shutsDown: true }, exited],
]

test.each(cannotRun)(
  'what was not restarted for its trial is tried for as long as no kubelet can run: a %s',
  (_name, evidence, service) => {
    const story = onTrial().pass(700_000)
    const { service: running } = story
    story.see({ kind: 'kubelet', service: running, version: 'v1.37.0' })
    Object.assign(story, { evidence, service: { ...running, ...service } })
    expect(story.pass(4_000_000).phase).toBe('Trial')
    Object.assign(story, { evidence: {}, service: { ...running, ...exited } })
    expect(story.pass(700_000).diary).toContain('write local')
  },
)

test.each(cannotRun)(
  'what was not restarted for its trial has the whole time, also with a silent API server, after a %s',
  (_name, evidence, service) => {
    const story = onTrial().pass(700_000)
    const { service: running } = story
    story.see({ kind: 'kubelet', service: running, version: 'v1.37.0' })
    Object.assign(story, { evidence, service: { ...running, ...service } })
    story.pass(1_700_000)
    Object.assign(story, { evidence: silent, service: running })
    expect(story.pass(1_700_000).phase).toBe('Trial')
    expect(story.pass(200_000).phase).not.toBe('Trial')
  },
)

test('a kubelet that cannot be looked at does not stay on trial for ever', () => {
  const story = onTrial()
  story.fails = 'probe'
  story.pass(6 * 3_600_000)
  expect([story.phase, story.status.active.source]).toEqual(['RollingBack', 'local'])
  story.fails = undefined
  expect(story.pass(400_000).phase).toBe('RolledBack')
})

test('local evidence counts while the API server is silent', () => {
  const story = onTrial()
  story.evidence = { ...silent, healthz: fail }
  story.pass(200_000)
  expect(story.phase).not.toBe('Trial')
})

/** One more start by systemd, after the process ended so. */
function startedAgain(story: Story, lastExit: ServiceState['lastExit'], restarts = story.service.restarts + 1): void {
  const mainPid = story.service.mainPid + 1
  story.service = { ...story.service, mainPid, startedAtMs: story.now.uptimeMs, restarts, lastExit }
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' }).pass(20_000)
}

test.each<[name: string, lastExit: ServiceState['lastExit'], blamed: boolean]>([
  ['exit code 1', { kind: 'exited', status: 1 }, true],
  ['a panic', { kind: 'exited', status: 2 }, true],
  ['the watchdog', { kind: 'killed', status: 6 }, true],
  ['a core dump', { kind: 'dumped', status: 11 }, true],
  ['out of memory, or kill -9', { kind: 'killed', status: 9 }, false],
  ['kill', { kind: 'killed', status: 15 }, false],
  ['a clean exit', { kind: 'exited', status: 0 }, false],
])('three ends by %s (F2, F7)', (_name, lastExit, blamed) => {
  const story = onTrial()
  for (let times = 0; times < 3; times += 1) startedAgain(story, lastExit)
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(blamed ? ['KubeletCrashes'] : [])
})

test("an administrator's restarts are not counted (F7)", () => {
  const story = onTrial()
  for (let times = 0; times < 5; times += 1) startedAgain(story, undefined, 0)
  expect(story.pass(700_000).phase).toBe('Good')
})

const notReady: Answer = { verdict: 'fail', because: { reason: 'ReadyNotTrue' } }
const endedAgain: Partial<ServiceState> = { ...exited, restarts: 7 }

test.each<[does: string, evidence: Partial<Evidence>, service: Partial<ServiceState>]>([
  ['exits', {}, endedAgain],
  ['is not ready', { ready: notReady }, {}],
  ['is not healthy', { ready: notReady, healthz: fail }, {}],
  ['starts, and reports nothing', { healthz: fail, lease: fail, ready: fail }, {}],
  ['makes no sandbox', { sandbox: fail }, {}],
])('without its container runtime, a kubelet that %s is excused (F7)', (_does, evidence, service) => {
  const story = onTrial()
  const before = story.service
  Object.assign(story, { evidence: { ...evidence, runtime: fail }, service: { ...before, ...service } })
  story.pass(600_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['Trial', 'RuntimeDown'])
  Object.assign(story, { evidence: {}, service: { ...before, restarts: story.service.restarts } })
  expect(story.pass(700_000).phase).toBe('Good')
})

test('a kubelet has the whole health deadline once its container runtime is back (F7)', () => {
  const story = onTrial({ healthDeadlineMs: 60_000 }).pass(60_000)
  story.evidence = { ready: notReady, runtime: fail }
  story.pass(300_000)
  story.evidence = { ready: notReady }
  while (story.status.problem?.reason !== 'ReadyNotTrue') story.pass(1_000)
  expect(story.pass(54_000).phase).toBe('Trial')
  story.evidence = {}
  expect(story.pass(700_000).phase).toBe('Good')
})

test('ends that the first look after an outage of the container runtime shows are not counted (F7)', () => {
  const story = onTrial()
  const before = story.service
  story.evidence = { ready: notReady, runtime: fail }
  story.pass(60_000)
  Object.assign(story, { evidence: {}, service: { ...before, restarts: 5, lastExit: exited.lastExit } })
  expect(story.pass(700_000).phase).toBe('Good')
})

test('an outage of the container runtime excuses nothing once the kubelet is proven again', () => {
  const story = onTrial()
  story.evidence = { ready: notReady, runtime: fail }
  story.pass(60_000)
  story.evidence = {}
  story.pass(120_000)
  story.see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: true } }).pass(60_000)
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(['Rescued'])
})

test('a kubelet that does harm does it without its container runtime, too', () => {
  const story = onTrial()
  story.evidence = { runtime: fail, configz: fail }
  story.pass(60_000)
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(['Looked'])
})

test.each([
  [true, []],
  [false, ['Rescued']],
])(
  'a rescue that counted the ends of kubelets without a container runtime is not held against the document (F7): %s',
  (isDown, blamed) => {
    const story = onTrial()
    Object.assign(story, { evidence: isDown ? { runtime: fail } : {}, service: { ...story.service, ...exited } })
    story.pass(30_000)
    story.see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: true } }).pass(1_000)
    Object.assign(story, { evidence: {}, service: { ...story.service, mainPid: 77, activeState: 'active' } })
    story.pass(60_000)
    expect(story.status.bad.map(({ because }) => because.reason)).toEqual(blamed)
  },
)

test.each([
  ['moved a state file, which the disk may have lost', ['cpu_manager_state'], 'before', 'boot-1+', []],
  ['the same, by an earlier version of the rescue', ['cpu_manager_state'], 'before', undefined, []],
  ['the same, before the boot, which took the agent too', ['cpu_manager_state'], 'before', 'boot-1', ['Rescued']],
  ['moved a state file, once the agent has looked', ['cpu_manager_state'], 'after', 'boot-1+', ['Rescued']],
  ['moved none', [], 'before', 'boot-1+', ['Rescued']],
] as const)(
  'a rescue that the agent hears of after a boot, and a document: %s',
  (_, stateFiles, look, bootId, blamed) => {
    const story = new Story()
    story.verdict = { ...usable, stateFiles }
    story
      .start({ node: document('a') })
      .pass(60_000)
      .reboot()
    const { checkpoint } = document('a')
    const rescued = { kind: 'rescue', report: { checkpoint, rescued: true, bootId } } as const
    if (look === 'before') story.see(rescued).start({ node: document('a') })
    else
      story
        .start({ node: document('a') })
        .pass(20_000)
        .see(rescued)
    story.pass(60_000)
    expect(story.status.bad.map(({ because }) => because.reason)).toEqual(blamed)
  },
)

test('a reboot goes on with the trial, and proves anew (F7, F10, F11)', () => {
  const story = onTrial().pass(400_000)
  const before = story.status.trial!.elapsedMs
  story.reboot().start({ node: document('a') })
  expect(story.status.trial?.elapsedMs).toBe(before)
  expect(story.pass(100_000).phase).toBe('Trial')
  expect(story.pass(150_000).phase).toBe('Good')
})

test('time that nobody watched is not trial time (F10, F11)', () => {
  const story = onTrial().pass(100_000)
  const before = story.status.trial!.elapsedMs
  story.suspend(10 * 3_600_000)
  story.see({ kind: 'tick' }).settle()
  expect(story.status.trial!.elapsedMs).toBeLessThanOrEqual(before + 60_000)
})

test('another kubelet has to be convinced anew (F13)', () => {
  const story = onTrial().pass(500_000)
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.37.0' }).pass(300_000)
  expect(story.phase).toBe('Trial')
  expect(story.pass(400_000).phase).toBe('Good')
})

test('after an upgrade the last known good configuration is tried again, without a restart (F13)', () => {
  const story = onTrial().pass(700_000)
  const done = story.diary.length
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.37.0' }).pass(10_000)
  expect([story.phase, ...story.diary.slice(done, done + 2)]).toEqual(['Trial', 'note-pods', 'arm for local'])
  expect(story.pass(700_000).phase).toBe('Good')
  expect(story.diary.slice(done)).not.toContain('restart')
})

test('if the new kubelet does not run with it, the own files of the node come back (F13, F8)', () => {
  const story = onTrial().pass(700_000)
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.37.0' })
  story.evidence = { healthz: fail }
  story.pass(190_000)
  story.evidence = {}
  story.pass(60_000)
  expect([story.phase, story.status.active.source]).toEqual(['RolledBack', 'local'])
})

test.each([
  ['as it was', 'v1.36.3'],
  ['upgraded', 'v1.37.0'],
])('what was put back while no agent ran goes back, with the kubelet %s (F13)', (_, version) => {
  const before = onTrial().pass(100_000)
  const story = new Story({ journal: before.state.journal })
  story.now = before.now
  story.see({ kind: 'opt-out-file', mode: undefined })
  story.see({ kind: 'live', live: { content: 'local', sha256: undefined, changedAtMs: before.now.uptimeMs - 1 } })
  story.see({ kind: 'kubelet', service: before.service, version })
  expect([story.phase, story.status.problem?.reason]).toEqual(['RollingBack', 'PutBackByOther'])
})
