import { expect, test } from '@jest/globals'
import type { Answer } from '../../../src/lib/agent/model/evidence.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

const fail: Answer = { verdict: 'fail', because: { reason: 'Looked' } }

/** Document a is on trial on a kubelet that reads drop-ins, too, and another program changes those. */
function changed(): Story {
  const story = new Story()
  story.live = { ...story.live, others: 'before' }
  story.start({ node: document('a') })
  story.pass(5_000)
  story.live = { ...story.live, others: 'after' }
  return story
}

/** The kubelet starts again, with what is there now. */
function restarted(story: Story): Story {
  story.service = { ...story.service, mainPid: story.service.mainPid + 1, startedAtMs: story.now.uptimeMs }
  return story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
}

test('files that it has not read yet do not count', () => {
  const story = changed()
  story.evidence = { configz: fail }
  expect(story.pass(700_000).phase).toBe('Good')
})

test('a kubelet that has read them begins its trial anew', () => {
  const story = changed().pass(500_000)
  restarted(story).pass(300_000)
  expect([story.phase, story.status.problem]).toEqual(['Trial', undefined])
  expect(story.pass(400_000).phase).toBe('Good')
})

test('if it does not work with them, the document is not blamed', () => {
  const story = changed()
  story.evidence = { healthz: fail }
  restarted(story).pass(250_000)
  expect(story.diary).toContain('write local')
  expect(story.status.bad).toEqual([])
})

test('neither is it when the rescue was first', () => {
  const story = changed()
  story.see({ kind: 'live', live: { content: 'local', sha256: undefined, changedAtMs: undefined, others: 'after' } })
  story.see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: true } }).pass(10_000)
  expect(story.status.bad).toEqual([])
})

test('files that were written right after the start of the kubelet are not those that it has read', () => {
  const story = changed()
  story.see({ kind: 'live', live: story.live })
  story.evidence = { configz: fail }
  restarted(story).pass(700_000)
  expect([story.phase, story.status.bad]).toEqual(['Good', []])
})

test('what was not read in a trial is not proven by it', () => {
  const story = changed().pass(700_000)
  story.push(document('b', '2')).pass(5_000)
  story.evidence = { healthz: fail }
  story.pass(250_000)
  expect([story.diary.at(-1), story.status.bad]).toEqual(['probe', []])
})
