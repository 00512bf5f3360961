import { expect, test } from '@jest/globals'
import type { Answer } from '../../../src/lib/agent/model/evidence.ts'
import type { State } from '../../../src/lib/agent/state/state.ts'
import { announcements } from '../../../src/lib/agent/status/announcements.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

const fail: Answer = { verdict: 'fail', because: { reason: 'HealthzSilent' } }
const foreign = { content: 'foreign', sha256: 'e'.repeat(64), changedAtMs: undefined } as const

/** Document a is on trial on a node that ran with its own files, and fails. */
function failedA(story = new Story()): Story {
  story.start({ node: document('a') }).pass(10_000)
  story.evidence = { healthz: fail }
  return story
}

/** Both copies of the node's own content are lost. */
function deadEnd(): Story {
  const story = failedA()
  story.fails = 'write local'
  story.failure = { reason: 'OriginalLost' }
  return story.pass(300_000)
}

test('without the own content of the node, going back ends, and says so', () => {
  const { phase, status } = deadEnd()
  expect([phase, status.problem?.reason, status.active]).toEqual(['DeadEnd', 'NothingToReturnTo', document('a')])
})

test('then a file that somebody writes is the own content again', () => {
  const story = deadEnd()
  story.fails = undefined
  story.live = foreign
  story.see({ kind: 'live', live: foreign }).pass(10_000)
  expect(story.diary).toContain('capture-local')
  story.live = { ...foreign, content: 'local' }
  story.see({ kind: 'live', live: story.live }).pass(150_000)
  expect(story.status.active.source).toBe('local')
})

test('then another document is tried, though no rescue can be armed', () => {
  const story = deadEnd()
  story.fails = 'arm'
  story.evidence = {}
  story.push(document('b', '2')).pass(900_000)
  expect([story.phase, story.status.active]).toEqual(['Good', document('b', '2')])
})

test.each(['note-pods', 'write b'])('it stays one while another document comes to nothing: %s fails', (fails) => {
  const story = deadEnd()
  story.fails = 'arm'
  story.push(document('b', '2')).pass(1_999).suspend(1).see({ kind: 'tick' }).stopBefore('note-pods')
  // It may come to nothing, again and again.
  expect(story.phase).toBe('DeadEnd')
  if (fails === 'note-pods') story.podsReadable = false
  else story.stopBefore('write b')
  story.fails = fails
  story.pass(600_000)
  expect(story.diary).toContain('note-pods')
  expect([story.phase, story.status.problem?.reason]).toEqual(['DeadEnd', 'NothingToReturnTo'])
})

test('a kubelet that is healthy by then does not make the document a good one', () => {
  const story = deadEnd()
  story.evidence = {}
  expect(story.pass(900_000).phase).toBe('DeadEnd')
  expect(story.status.bad.map(({ digest }) => digest)).toEqual([document('a').digest])
})

test('what another program left in the live file stays there when it cannot be copied', () => {
  const story = new Story().start({ node: document('a') }).pass(10_000)
  story.live = foreign
  story.see({ kind: 'live', live: foreign })
  story.fails = 'capture-local'
  story.see({ kind: 'opt-out-file', mode: 'local' }).pass(400_000)
  expect(story.diary.filter((line) => line === 'restart')).toHaveLength(2)
  expect([story.phase, story.status.active.source]).toEqual(['Frozen', 'local'])
})

class Heard extends Story {
  readonly heard: (string | undefined)[] = []

  protected override stepped(before: State): void {
    this.heard?.push(...announcements(before, this.state).map(({ because }) => because?.reason))
  }
}

test('a disk that takes nothing is waited for, and that is said and announced', () => {
  const story = failedA(new Heard()) as Heard
  story.fails = 'write local'
  story.failure = { reason: 'FileNotWritable' }
  story.pass(3_600_000)
  expect([story.phase, story.status.problem?.reason]).toEqual(['RollingBack', 'ReturnBlocked'])
  expect(story.heard.filter((reason) => reason === 'ReturnBlocked')).toHaveLength(1)
  story.fails = undefined
  story.evidence = {}
  expect(story.pass(400_000).phase).toBe('RolledBack')
})
