import { expect, test } from '@jest/globals'
import { document } from './props.ts'
import { Story } from './story.ts'

const foreign = { content: 'foreign', sha256: 'e'.repeat(64), changedAtMs: undefined } as const
const goodA = () => new Story().start({ node: document('a') }).pass(700_000)

function drifts(story: Story): Story {
  story.live = foreign
  return story.see({ kind: 'live', live: foreign })
}

test('drift is reported, and not fought (D8)', () => {
  const story = goodA()
  const before = story.diary.length
  drifts(story).pass(3_000_000)
  expect([story.phase, story.status.drifted, ...story.diary.slice(before)]).toEqual(['Good', true])
})

test('while no document is in force, it is the new local content (D9)', () => {
  const story = drifts(new Story().start())
  story.settle()
  expect(story.diary).toEqual(['capture-local'])
  expect(story.status.drifted).toBe(false)
})

test('without documents, what another program wrote is kept as the local content (D8)', () => {
  const story = drifts(goodA()).remove('node').pass(100_000)
  expect(story.diary).toContain('capture-local')
  expect(story.diary).not.toContain('write local')
})

test('a kubelet that started with it ends the trial without a verdict', () => {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  story.evidence = { configz: { verdict: 'fail', because: { reason: 'ConfigzDiffers' } } }
  story.service = { ...story.service, mainPid: 7_000, startedAtMs: story.now.uptimeMs }
  drifts(story).pass(700_000)
  expect(story.status.bad).toEqual([])
  expect(story.status.drifted).toBe(true)
  expect(story.status.lastKnownGood.source).toBe('local')
})

test('a process that was not restarted for its trial is not held to show the document, and stays', () => {
  const story = new Story()
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: undefined }
  story.verdict = { kind: 'same' }
  story.start({ node: document('a') }).pass(60_000)
  expect(story.phase).toBe('Trial')
  story.evidence = { configz: { verdict: 'fail', because: { reason: 'ConfigzDiffers' } } }
  drifts(story).pass(700_000)
  expect([story.phase, story.status.drifted, story.status.bad]).toEqual(['Good', true, []])
  expect(story.diary).not.toContain('restart')
})

test('a good content that somebody put back ends the trial', () => {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  story.live = { content: 'local', sha256: 'd'.repeat(64), changedAtMs: undefined }
  story.see({ kind: 'live', live: story.live }).pass(60_000)
  expect([story.phase, story.status.active.source, story.status.bad[0]?.because.reason]).toEqual([
    'RolledBack',
    'local',
    'PutBackByOther',
  ])
})

test('it is not blamed for that while the container runtime is down', () => {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  story.evidenceOf = { local: { runtime: { verdict: 'fail', because: { reason: 'RuntimeRefuses' } } } }
  story.live = { content: 'local', sha256: 'd'.repeat(64), changedAtMs: undefined }
  const before = story.diary.length
  story.see({ kind: 'live', live: story.live }).pass(30_000)
  expect(story.diary.slice(before)).toContain('restart')
  story.evidenceOf = {}
  expect(story.pass(60_000).status.bad).toEqual([])
})

test('it is not blamed for that while a drop-in of another program is new', () => {
  const story = new Story()
  story.live = { ...story.live, others: 'before' }
  story.start({ node: document('a') }).pass(60_000)
  story.live = { content: 'local', sha256: 'd'.repeat(64), changedAtMs: undefined, others: 'after' }
  const before = story.diary.length
  story.see({ kind: 'live', live: story.live }).pass(10_000)
  expect(story.diary.slice(before)).toContain('restart')
  expect(story.status.bad).toEqual([])
})

test('without a journal, a document that nobody knows has to prove itself (D2)', () => {
  const story = new Story()
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: undefined }
  story.verdict = { kind: 'same' }
  story.start({ node: document('a') }).pass(700_000)
  expect([story.phase, story.status.active]).toEqual(['Good', document('a')])
  expect(story.diary).not.toContain('restart')
  expect(story.diary).toContain('probe')
})

test('a kubelet that is older than that document is restarted for it, and proves nothing before', () => {
  const story = new Story()
  const changedAtMs = story.now.uptimeMs - 1_000
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs }
  story.service = { ...story.service, startedAtMs: changedAtMs - 10_000 }
  story.start({ node: document('a') }).pass(700_000)
  expect([story.phase, story.status.active]).toEqual(['Good', document('a')])
  expect(story.diary.slice(0, story.diary.indexOf('probe'))).toContain('restart')
})

test('what was seen before the agent wrote the live file is no drift', () => {
  const story = new Story().start({ node: document('a') }).pass(1_999)
  story.suspend(1).see({ kind: 'tick' }).stopBefore('probe')
  expect([story.diary.at(-1), story.status.phase, story.status.drifted]).toEqual(['restart', 'Trial', false])
})

test('a rollback to the own files keeps what another program wrote (D9)', () => {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  story.evidence = { pods: { verdict: 'fail', because: { reason: 'PodsEnded' } } }
  drifts(story).pass(60_000)
  expect(story.diary).toContain('capture-local')
  expect(story.diary).not.toContain('write local')
})

test('a document replaces what another program wrote, and so does the way back to one', () => {
  const story = drifts(goodA())
  story.push(document('b', '2')).pass(10_000)
  expect([story.phase, story.status.drifted]).toEqual(['Trial', false])
  story.evidenceOf = { [foreign.sha256]: { pods: { verdict: 'fail', because: { reason: 'PodsEnded' } } } }
  drifts(story).pass(60_000)
  expect(story.diary).not.toContain('capture-local')
  expect([story.phase, story.status.active, story.status.drifted]).toEqual(['RolledBack', document('a'), false])
})
