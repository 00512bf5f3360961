import { expect, test } from '@jest/globals'
import type { Evidence } from '../../../src/lib/agent/model/evidence.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

const problem = { reason: 'ServerError', status: 500 }

/** The Node has what an earlier kubelet reported, and nothing else comes. */
class Silent extends Story {
  override probed(): Evidence {
    const ofEarlier = { lease: undefined, ready: 1_699_999_000_000, readyBootId: undefined }
    const heartbeats = { ...ofEarlier, asked: this.now, answered: this.now }
    return { ...super.probed(), heartbeats }
  }
}

const stored = (story: Story) => story.see({ kind: 'report', problem: undefined })
const notStored = (story: Story) => story.see({ kind: 'report', problem })

test('no change is begun while the API server stores nothing, and it is begun afterwards', () => {
  const story = notStored(new Story().start({ node: document('a') })).pass(700_000)
  expect(story.diary).not.toContain('write a')
  expect(story.status.trouble).toEqual({ reason: 'ApiServerReadOnly', because: problem })
  expect(stored(story).pass(700_000).phase).toBe('Good')
})

test('a kubelet that reports nothing is held against its document, and the status says so before', () => {
  const story = new Silent().start({ node: document('a') }).pass(10_000)
  // What changes a report makes the agent write it, and see whether it is stored.
  expect([story.phase, story.status.problem?.reason]).toEqual(['Trial', 'HeartbeatNotRenewed'])
  story.pass(3_600_000)
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(['HeartbeatNotRenewed'])
})

test('not while the API server stores nothing: the trial ends without a verdict, comes again, and fails when it stores again', () => {
  const story = new Silent().start({ node: document('a') }).pass(5_000)
  notStored(story).pass(3_600_000)
  expect(story.diary).toContain('write local')
  expect(story.status.bad).toEqual([])
  const waiting = story.phase
  expect(story.annotate({}).phase).toBe(waiting)
  const before = story.diary.length
  stored(story).pass(60_000)
  expect(story.diary.slice(before)).toContain('write a')
  story.pass(3_600_000)
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(['HeartbeatNotRenewed'])
})
