import { expect, test } from '@jest/globals'
import { document, usable } from './props.ts'
import { Story } from './story.ts'

/** An agent that dies in the change to a document, right before this. */
const diesBefore = (act: string): Story =>
  new Story()
    .start({ node: document('a') })
    .pass(1_999)
    .suspend(1)
    .see({ kind: 'tick' })
    .stopBefore(act)

test('while the mark of a rescue cannot be removed, no orders are given: nobody could tell whose mark it is', () => {
  const story = new Story()
  story
    .start({ node: document('a') })
    .pass(1_999)
    .suspend(1)
    .see({ kind: 'tick' })
    .stopBefore('arm for local')
  story.fails = 'acknowledge-rescue'
  story.see({ kind: 'rescue', report: { checkpoint: document('z').checkpoint, rescued: true } }).pass(120_000)
  expect(story.diary.filter((text) => text === 'acknowledge-rescue').length).toBeGreaterThan(1)
  expect(story.diary.slice(story.diary.indexOf('acknowledge-rescue'))).not.toContain('arm for local')
  expect(story.diary).not.toContain('restart')
  story.fails = undefined
  story.pass(600_000)
  const after = story.diary.slice(story.diary.lastIndexOf('acknowledge-rescue'))
  expect(after.filter((text) => /^(?:arm|write|restart)/.test(text))).toEqual(['arm for local', 'write a', 'restart'])
})

test.each([
  ['that moves state files', ['cpu_manager_state'], 'restart, state files aside'],
  ['that moves none', [], 'restart'],
] as const)(
  'the mark is lost, and the good content back, before the restart: a document %s is not blamed, and tried again',
  (_, stateFiles, restart) => {
    const dying = new Story()
    dying.verdict = { ...usable, stateFiles }
    dying
      .start({ node: document('a') })
      .pass(1_999)
      .suspend(1)
      .see({ kind: 'tick' })
      .stopBefore(restart)
    const story = new Story({ journal: dying.state.journal })
    story.verdict = dying.verdict
    story.now = dying.now
    story
      .see({ kind: 'live', live: story.live })
      .start({ node: document('a') })
      .settle()
    // Who put it back, nobody knows, nor what the kubelet has read since.
    expect(story.diary[0]).toBe(stateFiles.length > 0 ? 'restart, state files back' : 'restart')
    story.pass(30_000)
    expect(story.status.bad.map(({ because }) => because.reason)).toEqual([])
    story.pass(600_000)
    const again = story.diary.slice(1).filter((text) => /^(?:arm|write a|restart)/.test(text))
    expect(again).toEqual(['arm for local', 'write a', restart])
  },
)

test('nor is one that an agent finds undone when it starts in the middle of its trial: an agent before it may have done that', () => {
  const dying = new Story().start({ node: document('a') }).pass(60_000)
  expect(dying.phase).toBe('Trial')
  const story = new Story({ journal: dying.state.journal })
  story.now = dying.now
  story
    .see({ kind: 'live', live: story.live })
    .start({ node: document('a') })
    .pass(30_000)
  expect([story.diary[0], story.status.bad]).toEqual(['restart', []])
})

test('an agent that starts before its restart hears of the rescue first, and does not restart what it has put back', () => {
  const dying = new Story()
  dying.verdict = { ...usable, stateFiles: ['cpu_manager_state'] }
  dying
    .start({ node: document('a') })
    .pass(1_999)
    .suspend(1)
    .see({ kind: 'tick' })
    .stopBefore('restart, state files aside')
  const story = new Story({ journal: dying.state.journal })
  story.now = dying.now
  story
    .see({ kind: 'opt-out-file', mode: undefined })
    .see({ kind: 'live', live: story.live })
    .see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: true } })
    .see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
    .pass(10_000)
  expect(story.diary.filter((text) => text.startsWith('restart'))).toEqual([])
})

test.each(['write a', 'restart'])(
  'an agent that starts before its %s, and finds a rescue without orders, gives them first',
  (next) => {
    const dying = diesBefore(next)
    const story = new Story({ journal: dying.state.journal })
    story.now = dying.now
    story
      .see({ kind: 'opt-out-file', mode: undefined })
      .see({ kind: 'live', live: dying.live })
      .see({ kind: 'rescue', report: undefined })
      .see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
      .pass(10_000)
    const acts = story.diary.filter((text) => /^(?:arm|write a|restart)/.test(text))
    expect(acts.slice(acts.lastIndexOf('arm for local'))).toEqual(['arm for local', 'write a', 'restart'])
  },
)

test('a rescue that no agent can arm is not armed again at each look', () => {
  const story = new Story()
  story.see({ kind: 'rescue', report: undefined })
  story.fails = 'arm'
  story.failure = { reason: 'OriginalLost' }
  story.start({ node: document('a') })
  for (let look = 0; look < 100; look += 1) story.see({ kind: 'rescue', report: undefined }).pass(50)
  const acts = story.diary.filter((text) => /^(?:arm|write a|restart)/.test(text))
  expect(acts).toEqual(['arm for local', 'write a', 'restart'])
})

test.each([[undefined], [{ checkpoint: document('a').checkpoint, rescued: false }]])(
  'what an agent that starts finds put back is not written again, whatever the rescue says: %j',
  (report) => {
    const dying = diesBefore('restart')
    const story = new Story({ journal: dying.state.journal })
    story.now = dying.now
    story
      .see({ kind: 'opt-out-file', mode: undefined })
      .see({ kind: 'live', live: story.live })
      .see({ kind: 'rescue', report })
      .see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
      .settle()
    expect([story.phase, story.diary[0]]).toEqual(['RollingBack', 'restart'])
  },
)

test('a live file that was read before the write is not taken for one that somebody put back', () => {
  const story = new Story()
  const { live } = story
  story.fails = 'restart'
  story.failure = { reason: 'SystemdSilent' }
  story.start({ node: document('a') }).pass(3_000)
  expect(story.diary.slice(-2)).toEqual(['write a', 'restart'])
  story.fails = undefined
  story.see({ kind: 'live', live }).see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' }).pass(700_000)
  expect([story.phase, story.status.bad]).toEqual(['Good', []])
})

test.each([
  ['it', document('a'), ['Rescued']],
  ['another document, as with an older state', document('b'), []],
] as const)('the ends that the rescue has counted are those of its mark: of %s', (_, { checkpoint }, blamed) => {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  story.live = { content: 'local', sha256: undefined, changedAtMs: story.now.uptimeMs }
  story.see({ kind: 'live', live: story.live }).see({ kind: 'rescue', report: { checkpoint, rescued: true } })
  expect(story.phase).toBe('RollingBack')
  expect(story.pass(10_000).status.bad.map(({ because }) => because.reason)).toEqual(blamed)
})

test.each([
  ['no kubelet has started', 0, ['Rescued']],
  ['one has started, with it', 1, ['Rescued']],
  ['two have started, the last one with it', 2, []],
])('a rescue that fires in the trial of a document, before whose restart %s', (_, starts, blamed) => {
  const story = new Story()
    .start({ node: document('a') })
    .pass(1_999)
    .suspend(1)
    .see({ kind: 'tick' })
  story.stopBefore('restart')
  const { service } = story
  const startedAtMs = story.now.uptimeMs + 1
  if (starts > 0)
    story.service = { ...service, mainPid: service.mainPid + 1, startedAtMs, restarts: service.restarts + starts }
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' }).pass(5_000)
  expect(story.phase).toBe('Trial')
  story.live = { content: 'local', sha256: undefined, changedAtMs: story.now.uptimeMs }
  story.see({ kind: 'rescue', report: { checkpoint: document('a').checkpoint, rescued: true } }).pass(60_000)
  expect(story.status.bad.map(({ because }) => because.reason)).toEqual(blamed)
})
