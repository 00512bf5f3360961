import { expect, test } from '@jest/globals'
import type { Answer, LiveSeen } from '../../../src/lib/agent/model/evidence.ts'
import { document, textOf } from './props.ts'
import { Story } from './story.ts'

const fail: Answer = { verdict: 'fail', because: { reason: 'HealthzSilent' } }
const [a, b] = [document('a'), document('b', '2')]
const ours = ({ checkpoint }: { checkpoint: string }): LiveSeen => ({
  content: 'ours',
  sha256: checkpoint,
  changedAtMs: undefined,
})

/** Document b is tried on a node that runs a, and goes back. There an older state is taken from, before one effect of that. */
function leavingB(until: string): Story {
  const story = new Story().start({ node: a }).pass(700_000)
  story.evidenceOf = { [b.checkpoint]: { healthz: fail } }
  story.push(b)
  const isLeft = () => story.diary.includes('write b') && !/Applying|Trial/.test(story.phase)
  const isThere = () => isLeft() && story.effects.some((effect) => textOf(effect) === until)
  for (let times = 0; !isThere(); times += 1) {
    if (times > 1_000) throw new Error(`never there: ${until}`)
    const next = story.effects[0]
    if (next === undefined) story.suspend(1_000).see({ kind: 'tick' })
    else story.end(story.carryOut(next))
  }
  return story
}

/** An agent that starts with it, while the live file has moved on. */
function startedWith(story: Story, live: LiveSeen): Story {
  story.live = live
  story.diary.length = 0
  return story.restartAgent()
}

test.each([
  ['restarting', 'restart', ours(b), ['write a', 'restart', 'probe']],
  ['checking', 'probe', ours(b), ['write a', 'restart', 'probe']],
  ['restarting', 'restart', ours(a), ['restart', 'probe']],
  ['checking', 'probe', ours(a), ['probe']],
  ['checking', 'probe', { content: 'foreign', sha256: 'f'.repeat(64), changedAtMs: undefined }, ['probe']],
] as const)('on its way back, %s, before its %s: with %j in place it does %j', (stage, until, live, done) => {
  const older = leavingB(until)
  expect(older.state.journal.work).toMatchObject({ kind: 'RollingBack', stage })
  const story = startedWith(older, live).start({ node: b }).settle()
  expect(story.diary).toEqual(done)
})

test('a document that runs, and is remembered as bad, is not tried again: the node goes back', () => {
  const story = startedWith(leavingB('disarm').pass(60_000), ours(b)).annotate({}).push(b).start({ node: b })
  expect(story.phase).toBe('RollingBack')
  story.pass(60_000)
  expect(story.diary.filter((text) => /^(?:arm|write|restart)/.test(text))).toEqual(['write a', 'restart'])
  expect([story.phase, story.status.active]).toEqual(['RolledBack', a])
  expect(story.status.bad.map(({ digest, because }) => [digest, because.reason])).toEqual([[b.digest, 'HealthzSilent']])
})

test('cleanup tasks of an older state wait until it is seen what runs, and do not take the rescue from that', () => {
  const older = leavingB('disarm')
  expect(older.state.journal.cleanupTasks.map(({ kind }) => kind)).toEqual(['disarm', 'keep-checkpoints'])
  const story = startedWith(older, ours(b)).settle()
  expect(story.diary).toEqual([])
  story.start({ node: b }).pass(400_000)
  expect(story.diary.indexOf('disarm')).toBeGreaterThan(story.diary.indexOf('write a'))
  expect([story.phase, story.status.active]).toEqual(['RolledBack', a])
})

test.each([
  ['for what runs and has to prove itself stay', undefined, b, []],
  ['for something else are removed', undefined, a, ['disarm']],
  ['on a node that is frozen are removed', 'freeze', b, ['disarm']],
] as const)('without a state, orders of the rescue %s', (_, mode, { checkpoint }, done) => {
  const story = new Story().see({ kind: 'opt-out-file', mode }).see({ kind: 'live', live: ours(b) })
  story.see({ kind: 'rescue', report: { checkpoint, rescued: false } }).settle()
  expect(story.diary).toEqual(done)
})

test.each(['live file', 'kubelet'] as const)('what runs is not put on trial before its %s was seen', (missing) => {
  const { journal } = new Story().start({ node: a }).pass(60_000).state
  const story = new Story({ journal: { ...journal, work: { kind: 'Settled', since: 0 }, cleanupTasks: [] } })
  story.see({ kind: 'opt-out-file', mode: undefined })
  if (missing !== 'live file') story.see({ kind: 'live', live: ours(a) })
  if (missing !== 'kubelet') story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
  expect(story.state.journal.work.kind).toBe('Settled')
  if (missing === 'live file') story.see({ kind: 'live', live: ours(a) })
  else story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
  expect(story.state.journal.work.kind).toBe('Applying')
})
