import { describe, expect, test } from '@jest/globals'
import type { AgentStatus } from '../../../src/lib/agent/status/status.ts'
import { document, usable, worker } from './props.ts'
import { Story } from './story.ts'

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
      story.start({ node: document('a') })
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
    story.start({ node: document('a') }).pass(1_999)
    story.suspend(1).see({ kind: 'tick' }).stopBefore('note-pods')
    expect(story.effects.map(({ kind }) => kind)).toEqual(['note-pods'])
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
