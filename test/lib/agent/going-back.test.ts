import { expect, test } from '@jest/globals'
import type { Observation } from '../../../src/lib/agent/model/event.ts'
import type { Answer } from '../../../src/lib/agent/model/evidence.ts'
import { document, usable } from './props.ts'
import { Story } from './story.ts'

const fail: Answer = { verdict: 'fail', because: { reason: 'HealthzSilent' } }
const goodA = () => new Story().start({ node: document('a') }).pass(700_000)

/** Pushes b on a node that runs a, and b fails. */
function failedB(story = goodA()): Story {
  story.push(document('b', '2')).pass(5_000)
  story.evidenceOf = { [document('b').checkpoint]: { healthz: fail } }
  return story.pass(300_000)
}

const acts = (story: Story) => story.diary.filter((line) => /^(?:write|restart|arm|disarm)/.test(line))

test('what fails is rolled back to the last known good one, and remembered (F9)', () => {
  const story = failedB()
  expect(acts(story).slice(4)).toEqual(['arm for a', 'write b', 'restart', 'write a', 'restart', 'disarm'])
  expect([story.phase, story.status.active]).toEqual(['RolledBack', document('a')])
  expect(story.status.bad.map(({ digest }) => digest)).toEqual([document('b').digest])
})

test('a bad document is not tried again, also as another object (F9)', () => {
  const story = failedB()
  const before = story.diary.length
  story.push({ ...document('b', '9'), uid: 'other' }).pass(700_000)
  expect([story.phase, ...story.diary.slice(before)]).toEqual(['RolledBack'])
})

test.each<[string, (story: Story) => Story]>([
  ['forgotten on the node', (story) => story.see({ kind: 'forget-bad', digest: undefined })],
  ['forgotten by its digest', (story) => story.see({ kind: 'forget-bad', digest: document('b').digest })],
  ['another kubelet', (story) => story.see({ kind: 'kubelet', service: story.service, version: 'v1.37.0' })],
  ['forgotten by annotation', (story) => story.annotate({ forgetBad: 'all@1' })],
])('a bad document is tried again: %s (F9)', (_name, forget) => {
  const story = failedB()
  story.evidenceOf = {}
  const before = story.diary.length
  forget(story).pass(900_000)
  expect(story.diary.slice(before)).toContain('write b')
  expect(story.phase).toBe('Good')
})

test('one request to forget is granted once', () => {
  const story = failedB().annotate({ forgetBad: 'all@1' }).pass(400_000)
  expect(story.phase).toBe('RolledBack')
  const before = story.diary.length
  story.annotate({ forgetBad: 'all@1', cordoned: true }).pass(400_000)
  expect(story.diary.slice(before)).not.toContain('write b')
  expect(story.annotate({ forgetBad: 'all@2' }).pass(5_000).diary.slice(before)).toContain('write b')
})

test('if the last known good one fails, too, the own files of the node come back (F8)', () => {
  const story = goodA()
  story.evidenceOf = { [document('a').checkpoint]: { healthz: fail }, [document('b').checkpoint]: { healthz: fail } }
  story.push(document('b', '2')).pass(800_000)
  expect(acts(story).slice(-6)).toEqual(['write a', 'restart', 'disarm', 'write local', 'restart', 'disarm'])
  expect([story.phase, story.status.active.source]).toEqual(['RolledBack', 'local'])
})

test('if nothing works, the agent keeps its hands off until the kubelet is healthy (F8)', () => {
  const story = goodA()
  story.evidence = { healthz: fail }
  story.evidenceOf = { local: { healthz: fail } }
  story.push(document('b', '2')).pass(1_000_000)
  const before = story.diary.length
  expect(story.pass(3_000_000).phase).toBe('DeadEnd')
  expect(acts({ ...story, diary: story.diary.slice(before) } as Story)).toEqual([])
  story.evidence = {}
  story.evidenceOf = {}
  expect(story.pass(130_000).phase).toBe('RolledBack')
})

test.each<[string, endsAfterMs: number, isRemoved: boolean]>([
  ['one that has ended a moment ago may do so because of them', 170_000, true],
  ['one that has started since it ended does not', 100_000, false],
])('the own files are left without state files only where kubelets exit: %s', (_name, endsAfterMs, isRemoved) => {
  const story = new Story().start().push(document('b')).pass(5_000)
  story.evidenceOf = { [document('b').checkpoint]: { healthz: fail }, local: { lease: fail } }
  for (; !story.diary.includes('write local'); ) story.pass(1_000)
  story.pass(endsAfterMs)
  const lastExit = { kind: 'exited', status: 1 } as const
  story.service = { ...story.service, mainPid: 4_711, startedAtMs: story.now.uptimeMs, restarts: 1, lastExit }
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' }).pass(300_000)
  expect(story.diary.includes('restart, state files removed')).toBe(isRemoved)
})

test('kubelets that ended while nobody looked do not cost one that runs since then its state files', () => {
  const story = new Story().start().push(document('b')).pass(5_000)
  story.evidenceOf = { [document('b').checkpoint]: { healthz: fail } }
  for (; !story.diary.includes('write local'); ) story.pass(1_000)
  story.reboot()
  const lastExit = { kind: 'exited', status: 1 } as const
  story.service = { ...story.service, startedAtMs: story.now.uptimeMs, restarts: 3, lastExit }
  story.suspend(60_000).start({ node: document('b') })
  story.pass(300_000)
  expect(story.diary).not.toContain('restart, state files removed')
  expect(story.phase).toBe('RolledBack')
})

test('state files come back with the configuration that they belong to', () => {
  const story = goodA()
  story.verdict = { ...usable, stateFiles: ['cpu_manager_state'] }
  failedB(story)
  expect(story.diary).toContain('restart, state files aside')
  expect(story.diary).toContain('restart, state files back')
})

test('a restart that fails is tried again, then undone, and the document is not blamed (F14)', () => {
  const story = goodA()
  story.fails = 'restart'
  story.push(document('b', '2')).pass(60_000)
  story.fails = undefined
  story.pass(30_000)
  expect(story.diary).toContain('write a')
  expect(story.status.bad).toEqual([])
  expect(story.pass(900_000).phase).toBe('Good')
})

test('a last known good one that cannot be written does not keep the node from its own files (D2)', () => {
  const story = goodA()
  story.push(document('b', '2')).pass(5_000)
  story.evidenceOf = { [document('b').checkpoint]: { healthz: fail } }
  story.fails = 'write a'
  story.pass(400_000)
  expect(story.status.active.source).toBe('local')
})

test('what the rescue did while the agent was dead is taken over, and acknowledged', () => {
  const story = goodA().push(document('b', '2')).pass(5_000)
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: undefined }
  const before = story.diary.length
  story.restartAgent().see({ kind: 'live', live: story.live })
  story.see({ kind: 'rescue', report: { checkpoint: document('b').checkpoint, rescued: true } })
  story.start({ node: document('b', '2') }).pass(60_000)
  expect(story.diary).toContain('acknowledge-rescue')
  expect(story.diary.slice(before)).not.toContain('restart')
  expect([story.phase, story.status.bad[0]?.because.reason]).toEqual(['RolledBack', 'Rescued'])
})

const fired: Observation = { kind: 'rescue', report: { checkpoint: document('b').checkpoint, rescued: true } }

test('the ends that the rescue has counted are none of what it put back, whoever was not there to see them', () => {
  const story = goodA().push(document('b', '2')).pass(5_000)
  const before = story.diary.length
  const { uptimeMs } = story.now
  const lastExit = { kind: 'exited', status: 1 } as const
  story.service = { ...story.service, mainPid: 4_711, startedAtMs: uptimeMs, restarts: 3, lastExit }
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: undefined }
  story.see({ kind: 'live', live: story.live }).see(fired).pass(60_000)
  expect(story.diary.slice(before)).not.toContain('restart')
  expect([story.phase, story.status.active]).toEqual(['RolledBack', document('a')])
})

const preparing = () => goodA().push(document('b', '2')).pass(1_999).suspend(1).see({ kind: 'tick' })

test('a write that is done and whose sync fails is taken back, and tried again', () => {
  const story = preparing().stopBefore('write b')
  const before = story.diary.length
  story.live = { content: 'ours', sha256: document('b').checkpoint, changedAtMs: story.now.uptimeMs }
  story.end({ kind: 'failed', effect: story.effects[0]!, because: story.failure, live: story.live })
  expect(story.phase).toBe('RollingBack')
  story.pass(60_000)
  expect(story.diary.slice(before)).toEqual(expect.arrayContaining(['write a', 'restart']))
  expect(story.status.bad).toEqual([])
  expect(story.pass(900_000).phase).toBe('Good')
  expect(story.status.active).toMatchObject({ checkpoint: document('b').checkpoint })
})

test('a rescue that fires while it is armed is armed once more', () => {
  const story = preparing().stopBefore('arm for a').see(fired).pass(60_000)
  expect(story.diary.slice(story.diary.lastIndexOf('acknowledge-rescue'), -1)).toEqual(
    expect.arrayContaining(['acknowledge-rescue', 'arm for a', 'write b', 'restart']),
  )
})

test('a rescue that fires while the document is written is armed again before the kubelet restarts', () => {
  const story = preparing().stopBefore('write b').see(fired).pass(60_000)
  const done = story.diary.slice(story.diary.indexOf('write b'))
  expect(done.slice(0, 5)).toEqual(['write b', 'acknowledge-rescue', 'arm for a', 'write b', 'restart'])
  expect([story.phase, story.status.bad]).toEqual(['Trial', []])
})

test('a document that takes the agent down with the kubelet is to blame for its rescue', () => {
  const story = preparing().stopBefore('restart')
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: undefined }
  story.restartAgent().see({ kind: 'live', live: story.live }).see(fired).pass(10_000)
  expect([story.diary.includes('acknowledge-rescue'), story.status.bad.map(({ because }) => because.reason)]).toEqual([
    true,
    ['Rescued'],
  ])
})

test('if it cannot be armed again, what was written goes back', () => {
  const story = preparing().stopBefore('write b').see(fired)
  story.end(story.carryOut(story.effects[0]!))
  story.fails = 'arm'
  story.pass(1_000)
  expect(acts(story).slice(-4)).toEqual(['write b', 'arm for a', 'write a', 'restart'])
  expect([story.phase, story.status.active]).toEqual(['RollingBack', document('a')])
})

test('a rescue that fires before what runs is on trial again has the last word', () => {
  const story = goodA()
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.37.0' }).stopBefore('arm for local')
  story.live = { content: 'local', sha256: undefined, changedAtMs: undefined }
  story.see({ kind: 'live', live: story.live })
  story.see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: true } }).pass(60_000)
  expect([story.phase, story.status.bad[0]?.because.reason]).toEqual(['RolledBack', 'Rescued'])
})

test('a mark of the rescue that nobody knows of is acknowledged, and no more', () => {
  const story = goodA()
  const before = story.diary.length
  story.see({ kind: 'rescue', report: { checkpoint: 'f'.repeat(64), rescued: true } }).pass(60_000)
  expect(story.diary.slice(before)).toEqual(['acknowledge-rescue'])
})

test('a rescue that is still armed without a trial is disarmed', () => {
  const story = goodA()
  const before = story.diary.length
  story.see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: false } }).settle()
  expect(story.diary.slice(before)).toEqual(['disarm'])
})

test('a node that is not ready for another reason keeps its last known good configuration', () => {
  const story = goodA()
  const notReady: Answer = { verdict: 'fail', because: { reason: 'ReadyNotTrue' } }
  story.evidenceOf = {
    [document('a').checkpoint]: { ready: notReady },
    [document('b').checkpoint]: { ready: notReady },
  }
  story.push(document('b', '2')).pass(1_500_000)
  expect([story.phase, story.status.active]).toEqual(['RolledBack', document('a')])
  expect(acts(story)).not.toContain('write local')
})
