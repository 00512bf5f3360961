import { expect, test } from '@jest/globals'
import type { Effect } from '../../../src/lib/agent/model/effect.ts'
import type { ServiceState } from '../../../src/lib/agent/model/evidence.ts'
import { document, running } from './props.ts'
import { Story } from './story.ts'

const killed: ServiceState = {
  ...running,
  mainPid: 0,
  startedAtMs: undefined,
  activeState: 'activating',
  subState: 'auto-restart',
  lastExit: { kind: 'killed', status: 9 },
}

/** The document b is on trial beside a good a, and a look at its kubelet is under way. */
function probedInTrial(): { readonly story: Story; readonly look: Effect } {
  const story = new Story().start({ node: document('a') }).pass(700_000)
  expect(story.phase).toBe('Good')
  story.push(document('b')).pass(5_000)
  expect(story.phase).toBe('Trial')
  story.suspend(60_000).see({ kind: 'tick' })
  const [look] = story.effects
  expect(look?.kind).toBe('probe')
  return { story, look: look! }
}

test('a look that began before the rescue put back what was good says nothing about it', () => {
  const { story, look } = probedInTrial()
  const spoiled = { content: 'foreign', sha256: undefined, changedAtMs: story.now.uptimeMs } as const
  story.suspend(5_000)
  story.live = { content: 'ours', sha256: document('a').checkpoint, changedAtMs: story.now.uptimeMs }
  story.see({ kind: 'live', live: story.live })
  story.see({ kind: 'rescue', report: { checkpoint: document('b').checkpoint, rescued: true } })
  expect(story.phase).toBe('RollingBack')
  story.suspend(6_000)
  story.end({ kind: 'probed', effect: look, evidence: { ...story.probed(), service: killed }, live: spoiled })
  // The rescue fired at the last of these.
  const [startedAtMs, restarts] = [story.now.uptimeMs - 6_000, story.state.settings.crashThreshold]
  story.service = { ...running, mainPid: 300, startedAtMs, restarts, lastExit: { kind: 'exited', status: 2 } }
  story.pass(120_000)
  expect(story.phase).toBe('RolledBack')
  expect(story.state.journal.active).toMatchObject(document('a'))
  expect(story.diary).not.toContain('write local')
})

test('one of the same trial counts', () => {
  const { story, look } = probedInTrial()
  story.service = { ...killed, activeState: 'failed' }
  story.suspend(5_000).end({ kind: 'probed', effect: look, evidence: story.probed(), live: story.live })
  expect(story.status.problem?.reason).toBe('KubeletFailed')
})
