import { expect, test } from '@jest/globals'
import { conditionOf } from '../../../src/lib/agent/report/condition-of.ts'
import { announcements } from '../../../src/lib/agent/status/announcements.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

class Told extends Story {
  readonly told: string[] = []

  protected override stepped(before: Story['state']): void {
    this.told?.push(...announcements(before, this.state).map(({ kind }) => kind))
  }

  get condition(): string {
    const { status, reason } = conditionOf(this.status)
    return `${status} ${reason}`
  }

  /** systemd has started it again, so often since the last look. */
  ended(times: number, lastExit: Story['service']['lastExit'] = { kind: 'exited', status: 1 }): this {
    const restarts = this.service.restarts + times
    this.service = { ...this.service, mainPid: this.service.mainPid + times, restarts, lastExit }
    return this.see({ kind: 'kubelet', service: this.service, version: 'v1.36.3' }).pass(60_000)
  }
}

const proven = () => {
  const story = new Told().start({ node: document('a') }).pass(4_000_000) as Told
  story.ended(0)
  story.told.length = 0
  return story
}

test('a kubelet that dies an hour after its trial is announced, and what was proven is kept', () => {
  const story = proven().ended(6)
  expect([story.told, story.condition, story.phase]).toEqual([['KubeletFailing'], 'False KubeletCrashLoop', 'Good'])
  expect(story.status.active).toEqual(document('a'))
  story.pass(540_000).ended(0)
  expect([story.told, story.condition]).toEqual([['KubeletFailing', 'KubeletRecovered'], 'True Good'])
})

test('so is one that dies slowly, and on the own files of the node', () => {
  const story = new Told().start().pass(4_000_000) as Told
  for (const _ of [1, 2, 3]) story.ended(1)
  expect(story.condition).toBe('False KubeletCrashLoop')
})

test('so is one that systemd gave up', () => {
  const story = proven()
  story.service = { ...story.service, mainPid: 0, activeState: 'failed', subState: 'failed' }
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
  expect(story.condition).toBe('False KubeletFailed')
})

test('two ends, and ends by a signal from outside, are no loop', () => {
  const story = proven().ended(1).ended(1)
  for (const _ of [1, 2, 3, 4]) story.ended(1, { kind: 'killed', status: 9 })
  expect([story.told, story.condition]).toEqual([[], 'True Good'])
})

test('the ends of a trial are none of what was put back', () => {
  const story = proven()
  story.push(document('b', '2')).pass(5_000)
  story.evidenceOf = {
    [document('b').checkpoint]: { healthz: { verdict: 'fail', because: { reason: 'HealthzSilent' } } },
  }
  for (const _ of [1, 2]) story.ended(2)
  story.pass(300_000)
  story.ended(3)
  expect([story.told.filter((kind) => kind === 'KubeletFailing'), story.condition]).toEqual([[], 'False RolledBack'])
})

test('it does not hide a document that is on trial', () => {
  const story = proven().ended(6)
  story.push(document('b', '2')).pass(5_000)
  expect([story.phase, story.status.trouble]).toEqual(['Trial', undefined])
})
