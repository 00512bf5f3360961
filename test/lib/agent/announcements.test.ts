import { expect, test } from '@jest/globals'
import { announcements } from '../../../src/lib/agent/status/announcements.ts'
import { document, pass, usable } from './props.ts'
import { Story } from './story.ts'

/** A story that notes what is announced. */
class Told extends Story {
  readonly told: string[] = []
  readonly reasons: Array<string | undefined> = []

  protected override stepped(before: Story['state']): void {
    const said = announcements(before, this.state)
    this.told.push(...said.map(({ kind }) => kind))
    this.reasons.push(...said.map(({ because }) => because?.reason))
  }
}

const fail = { verdict: 'fail', because: { reason: 'HealthzSilent' } } as const

test('each transition once (S9)', () => {
  const story = new Told()
  story.start({ node: document('a') }).pass(700_000)
  expect(story.told).toEqual(['Assigned', 'Applying', 'TrialPassed'])
  story.evidenceOf = { [document('b').checkpoint]: { healthz: fail } }
  story.push(document('b', '2')).pass(700_000)
  expect(story.told.slice(3)).toEqual(['Assigned', 'Applying', 'RollingBack', 'RolledBack'])
  story.verdict = { kind: 'refused', because: { reason: 'DocumentRefused' } }
  story.push(document('c', '3')).pass(2_000_000)
  expect(story.told.slice(7)).toEqual(['Assigned', 'Rejected'])
  story.see({ kind: 'opt-out-file', mode: 'freeze' }).see({ kind: 'opt-out-file', mode: undefined })
  expect(story.told.slice(9)).toEqual(['OptedOut', 'OptedIn', 'Rejected'])
})

test.each([
  ['unknown', 'SandboxesNotProven'],
  ['pass', undefined],
] as const)(
  'a change that can keep pods from starting is proven by a pod that starts, and only then: %s',
  (verdict, reason) => {
    const story = new Told()
    story.verdict = { ...usable, concernsSandboxes: true }
    story.evidence = { sandbox: verdict === 'pass' ? pass : { verdict, because: { reason: 'NoSandboxSince' } } }
    story.start({ node: document('a') }).pass(700_000)
    expect(story.reasons).toEqual([undefined, undefined, reason])
  },
)

test('what was found about a document is told when it is applied, and no more than an Event holds', () => {
  const story = new Told()
  story.verdict = { ...usable, warnings: Array.from({ length: 9 }, () => ({ reason: 'FieldsLeftOut' })) }
  story.start({ node: document('a') }).pass(5_000)
  expect(story.reasons).toContain('AppliedWithWarnings')
})
