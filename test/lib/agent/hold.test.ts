import { expect, test } from '@jest/globals'
import { announcements } from '../../../src/lib/agent/status/announcements.ts'
import { document, usable, worker } from './props.ts'
import { Story } from './story.ts'

const risky = { ...usable, held: { reason: 'PodsWouldEnd' }, dependsOnPods: true }

test('a refused document costs nothing, and is looked at again later', () => {
  const story = new Story()
  story.verdict = { kind: 'refused', because: { reason: 'FileMissing' } }
  story.start({ node: document('a') }).pass(60_000)
  expect([story.phase, story.status.problem?.reason, ...story.diary]).toEqual(['Rejected', 'FileMissing', 'examine a'])
  story.verdict = usable
  expect(story.pass(700_000).phase).toBe('Trial')
})

test('a change that a restart is not enough for is held until the node is drained', () => {
  const story = new Story()
  story.verdict = risky
  story.start({ node: document('a') }).pass(60_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['Held', 'PodsWouldEnd'])
  story.see({ kind: 'node', node: { ...worker, cordoned: true, drained: true } }).pass(5_000)
  expect(story.phase).toBe('Trial')
})

test('unknown pods are no drained node', () => {
  const story = new Story()
  story.verdict = risky
  story.start({ node: document('a') })
  story.see({ kind: 'node', node: { ...worker, cordoned: true, drained: undefined } }).pass(60_000)
  expect([story.phase, story.diary.includes('restart')]).toEqual(['Held', false])
})

test('pods that a drain leaves, and that would end, hold a change on a drained node too', () => {
  const story = new Story()
  story.verdict = { ...risky, heldDrained: true }
  story.start({ node: document('a') })
  story.see({ kind: 'node', node: { ...worker, cordoned: true, drained: true } }).pass(60_000)
  expect(story.phase).toBe('Held')
})

test('a held change is applied by itself once the pods in its way are gone', () => {
  const story = new Story()
  story.verdict = risky
  story.start({ node: document('a') }).pass(120_000)
  expect(story.phase).toBe('Held')
  story.verdict = { ...usable, dependsOnPods: true }
  expect(story.pass(70_000).phase).toBe('Trial')
})

test('pods that came while a change waited are looked at before it is applied', () => {
  const story = new Story({ settings: { jitterMs: 300_000 } })
  story.verdict = { ...usable, dependsOnPods: true }
  story.start({ global: document('A') }).pass(5_000)
  story.verdict = risky
  expect([story.pass(300_000).phase, story.diary.includes('write A')]).toEqual(['Held', false])
})

test('an accepted risk is examined anew', () => {
  const story = new Story()
  story.verdict = risky
  story.start({ node: document('a') }).pass(60_000)
  story.verdict = usable
  story.push(document('a', '2'), ['drain']).pass(5_000)
  expect(story.phase).toBe('Trial')
})

test('a dry run decides, and changes nothing', () => {
  const story = new Story({ settings: { dryRun: true } }).start({ node: document('a') }).pass(700_000)
  expect([story.phase, story.status.problem?.reason, ...story.diary]).toEqual([
    'Held',
    'DryRun',
    'examine a',
    'examine a',
  ])
})

test('a dry run puts nothing on trial, also not what runs unproven', () => {
  const { journal } = new Story().start({ node: document('a') }).pass(700_000).state
  const story = new Story({ settings: { dryRun: true }, journal: { ...journal, provenBy: undefined } })
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: undefined }
  story.start({ node: document('a') }).pass(700_000)
  expect([story.state.journal.work.kind, ...story.diary]).toEqual(['Settled'])
})

test('restarts are limited, and some are kept for going back', () => {
  const story = new Story({ settings: { trialMs: 0, restartsPerHour: 6 } }).start()
  for (const letter of 'abcdef') story.push(document(letter)).pass(60_000)
  expect(story.diary.filter((line) => line === 'restart')).toHaveLength(3)
  expect(story.status.trouble?.reason).toBe('RestartBudgetSpent')
  expect(story.pass(3_600_000).diary).toContain('write f')
})

test('a change waits until the pods can be read', () => {
  const story = new Story()
  story.podsReadable = false
  story.start({ node: document('a') }).pass(60_000)
  expect(story.diary).not.toContain('write a')
  expect(story.status.trouble?.reason).toBe('PodsNotRead')
  story.podsReadable = true
  expect(story.pass(300_000).diary).toContain('write a')
})

test('no kubelet is restarted while its machine shuts down', () => {
  const story = new Story()
  story.shutsDown = true
  story.start({ node: document('a') }).pass(60_000)
  expect(story.diary).not.toContain('write a')
  expect(story.status.trouble?.reason).toBe('MachineShutsDown')
  story.shutsDown = false
  expect(story.pass(300_000).diary).toContain('restart')
})

test.each(['arm', 'write a'])('when %s fails, nothing is restarted, and it is tried again (D3)', (effect) => {
  const story = new Story()
  story.fails = effect
  story.start({ node: document('a') }).pass(120_000)
  expect(story.diary).not.toContain('restart')
  expect(story.status.trouble?.reason).toBe('OutOfSpace')
  story.fails = undefined
  expect(story.pass(300_000).phase).toBe('Trial')
})

test('without an API server, it is tried later each time, and not announced', () => {
  const story = new Story()
  story.podsReadable = false
  const before = story.start({ node: document('a') }).pass(3_000).state
  story.pass(3_600_000)
  expect(story.diary.filter((line) => line === 'note-pods').length).toBeLessThan(20)
  expect(story.phase).toBe('Resolving')
  expect(announcements(before, story.state)).toEqual([])
})

test('a node that is about to go keeps its kubelet as it is (F19)', () => {
  const story = new Story().start().annotate({ leaving: true }).push(document('a')).pass(60_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['Held', 'NodeLeaves'])
  expect(story.diary).not.toContain('restart')
  expect(story.annotate({ leaving: false }).pass(10_000).phase).toBe('Trial')
})
