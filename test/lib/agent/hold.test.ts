import { describe, expect, test } from '@jest/globals'
import { announcements } from '../../../src/lib/agent/status/announcements.ts'
import type { AgentStatus } from '../../../src/lib/agent/status/status.ts'
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

test.each([
  ['not-known', undefined, 'BalloonNotKnown'],
  ['not-known', false, 'BalloonNotKnown'],
  ['gives-back-first', undefined, 'BalloonHoldsRoom'],
  ['gives-back-first', false, 'BalloonHoldsRoom'],
] as const)(
  'while a balloon is %s (%s), allocatable is not lowered, and announced',
  (balloon, balloonGaveBack, reason) => {
    const story = new Story()
    story.verdict = { ...usable, allocatable: { cpu: '3' }, balloon }
    story
      .start({ node: document('a') })
      .see({ kind: 'node', node: { ...worker, balloonGaveBack } })
      .pass(60_000)
    expect([story.phase, story.status.problem?.reason]).toEqual(['Held', reason])
    expect(story.status.allocatable).toEqual({ cpu: '3' })
    expect(story.see({ kind: 'node', node: worker }).pass(5_000).phase).toBe('Trial')
  },
)

describe('room that a balloon gives back before a restart', () => {
  const lowers = { ...usable, allocatable: { cpu: '3' }, balloon: 'gives-back-first', dependsOnPods: true } as const
  const holding = { kind: 'node', node: { ...worker, balloonGaveBack: false } } as const

  /** What the agent says after each step. */
  class Told extends Story {
    readonly told: AgentStatus[] = []
    protected override stepped(): void {
      this.told.push(this.status)
    }
  }

  const isLifted = ({ phase, allocatable }: AgentStatus): boolean => phase !== 'Trial' && allocatable === undefined

  test('is asked for without a break until the kubelet is restarted, also while the pods are looked at again', () => {
    const story = new Told()
    story.verdict = lowers
    story
      .start({ node: document('a') })
      .see(holding)
      .pass(50_000)
    expect([story.phase, story.status.problem?.reason]).toEqual(['Held', 'BalloonHoldsRoom'])
    story.told.length = 0
    story.see({ kind: 'node', node: worker })
    expect(story.effects.map(({ kind }) => kind)).toEqual(['examine'])
    story.verdict = { ...lowers, balloon: 'gave-back' }
    story.pass(5_000)
    expect([story.phase, story.told.filter(isLifted)]).toEqual(['Trial', []])
    expect(story.told.map(({ phase }) => phase)).toContain('Applying')
  })

  test('is asked for when nothing else has to be waited for', () => {
    const story = new Told({ settings: { jitterMs: 300_000 } })
    story.verdict = lowers
    story
      .start({ global: document('A') })
      .see(holding)
      .pass(2_000)
    expect([story.phase, story.status.trouble?.reason]).toEqual(['Resolving', 'WaitsForItsPlace'])
    story.pass(300_000)
    expect([story.phase, story.status.problem?.reason]).toEqual(['Held', 'BalloonHoldsRoom'])
  })

  test.each([
    ['a dry run', { dryRun: true }, {}, 'DryRun'],
    ['a risk', {}, { held: { reason: 'PodsWouldEnd' } }, 'PodsWouldEnd'],
  ])('is not asked for by %s', (_, settings, held, reason) => {
    const story = new Told({ settings })
    story.verdict = { ...lowers, ...held }
    story
      .start({ node: document('a') })
      .see(holding)
      .pass(60_000)
    expect([story.phase, story.status.problem?.reason]).toEqual(['Held', reason])
    expect(story.told.filter(({ allocatable }) => allocatable !== undefined)).toEqual([])
  })

  test.each(['gave-back', 'gives-back-first'] as const)(
    'and that was taken again is seen right before the restart (%s): nothing is written',
    (balloon) => {
      const story = new Story()
      story.verdict = { ...lowers, balloon }
      story.balloonHolds = true
      story.start({ node: document('a') }).stopBefore('note-pods')
      story.verdict = { ...lowers, balloon }
      expect(story.pass(5_000).diary.filter((line) => line === 'note-pods').length).toBeLessThan(3)
      story.verdict = lowers
      story.pass(70_000)
      expect([story.phase, story.status.problem?.reason]).toEqual(['Held', 'BalloonHoldsRoom'])
      expect(story.diary.filter((line) => /^(arm|write|restart)/.test(line))).toEqual([])
      story.balloonHolds = false
      expect(story.see({ kind: 'node', node: worker }).pass(20_000).phase).toBe('Trial')
    },
  )

  test('does not matter where the pods fit beside the balloon', () => {
    const story = new Story()
    story.verdict = { ...lowers, balloon: 'not-in-the-way' }
    story.balloonHolds = true
    expect(
      story
        .start({ node: document('a') })
        .see(holding)
        .pass(20_000).phase,
    ).toBe('Trial')
  })

  test('is looked at by an agent that died before the restart, and examines it anew', () => {
    const story = new Story()
    story.verdict = { ...lowers, balloon: 'gave-back' }
    story.start({ node: document('a') }).stopBefore('note-pods')
    story.restartAgent()
    story.balloonHolds = true
    story.verdict = lowers
    story
      .start({ node: document('a') })
      .see(holding)
      .pass(20_000)
    expect([story.phase, story.diary.includes('write a')]).toEqual(['Held', false])
  })
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
