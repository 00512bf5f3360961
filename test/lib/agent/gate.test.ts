import { expect, test } from '@jest/globals'
import type { DocumentVersion } from '../../../src/lib/agent/model/config.ts'
import type { Found } from '../../../src/lib/agent/model/event.ts'
import { document, foundOf } from './props.ts'
import { Story } from './story.ts'

type Gated = Extract<Found, { kind: 'gated' }>

/** What is promoted, and the candidate, each by its letter; without one, there is no document. */
function gated(
  promoted: string | undefined,
  candidate: string | undefined,
  { open = false, resourceVersion = '10' }: { open?: boolean; resourceVersion?: string } = {},
): Gated {
  const foundIn = (letter: string | undefined) => foundOf(letter === undefined ? undefined : of(letter))
  return {
    kind: 'gated',
    version: { uid: 'uid-rollout', resourceVersion },
    gate: { nodes: open ? ['node-a'] : [], upTo: 0, seed: '', since: '2026-11-29T12:00:00Z' },
    promoted: foundIn(promoted),
    candidate: candidate === undefined ? undefined : foundIn(candidate),
  }
}

const of = (letter: string): DocumentVersion => document(letter, '1', 'uid-rollout')
const runs = (story: Story): string =>
  story.status.active.source === 'local' ? 'local' : story.status.active.digest.slice(-1)
const released: Found = { kind: 'released', version: { uid: 'uid-rollout', resourceVersion: '11' } }
const unreadable: Found = {
  kind: 'unreadable',
  version: { uid: 'uid-rollout', resourceVersion: '11' },
  because: { reason: 'RolloutTextChanged' },
}
const long = 2_000_000

test.each([
  ['what is promoted, while the gate is closed', gated('A', 'B'), 'A'],
  ['the candidate, once it admits the node', gated('A', 'B', { open: true }), 'B'],
  ['what is promoted, while nothing is rolled out', gated('A', undefined, { open: true }), 'A'],
  ['its own files, where no document is promoted', gated(undefined, 'B'), 'local'],
  ['the global document, once it is released', released, 'C'],
] as const)('a node gets %s', (_, found, expected) => {
  const story = new Story()
    .start({ global: document('C') })
    .rollOut(found)
    .pass(long)
  expect(runs(story)).toBe(expected)
  expect(story.status.gated).toBe(found.kind === 'gated')
})

test('a node without a document says which rollout has given it none', () => {
  const none = { ...gated(undefined, 'B'), promoted: { kind: 'absent', generation: 7 } } as const
  const story = new Story().start().rollOut(none).pass(long)
  expect(story.status.generation).toBe(7)
  story.rollOut(gated('A', 'B')).pass(long)
  expect(story.status.generation).toBeUndefined()
})

test('a node says which rollout has given it its document, also where it has run that before', () => {
  const story = new Story().start().rollOut(gated('A', undefined)).pass(long)
  const again = {
    ...gated(undefined, undefined, { resourceVersion: '11' }),
    promoted: foundOf(document('A', '2', 'uid-rollout')),
  }
  story.rollOut(again).pass(60_000)
  expect(story.status).toMatchObject({
    phase: 'Good',
    assigned: { resourceVersion: '2' },
  })
})

test('what was released once stays so, also when its object is gone', () => {
  const story = new Story()
    .start({ global: document('A') })
    .rollOut(gated('A', undefined))
    .pass(long)
  story.rollOut(released).pass(long).rollOut({ kind: 'absent' }).push(document('B')).pass(long)
  expect([runs(story), story.status.gated]).toEqual(['B', false])
})

test('a document of the node comes before any rollout', () => {
  const story = new Story()
    .start({ node: document('a') })
    .rollOut(gated('A', 'B', { open: true }))
    .pass(long)
  expect(runs(story)).toBe('a')
})

test('a change of the global document alone changes no node', () => {
  const story = new Story()
    .start({ global: document('A') })
    .rollOut(gated('A', undefined))
    .pass(long)
  const done = story.diary.length
  story.push(document('B')).pass(long)
  expect([runs(story), story.diary.slice(done)]).toEqual(['A', []])
})

test('a node that has the document already restarts for no gate', () => {
  const story = new Story().start({ global: document('A') }).pass(long)
  const restarts = story.diary.filter((line) => line === 'restart').length
  story.rollOut(gated('A', undefined)).pass(long)
  expect(story.diary.filter((line) => line === 'restart')).toHaveLength(restarts)
  expect(story.phase).toBe('Good')
})

test('a gate that closes takes the node back, and in a trial at once', () => {
  const story = new Story().start().rollOut(gated('A', undefined)).pass(long)
  story.rollOut(gated('A', 'B', { open: true, resourceVersion: '11' })).pass(60_000)
  expect([runs(story), story.phase]).toEqual(['B', 'Trial'])
  story.rollOut(gated('A', 'B', { resourceVersion: '12' })).pass(long)
  expect([runs(story), story.phase]).toEqual(['A', 'Good'])
  expect(story.status.bad).toEqual([])
})

test.each([
  ['gone', { kind: 'absent' }, 'RolloutMissing'],
  ['unreadable', unreadable, 'RolloutUnreadable'],
  ['out of its rights', { kind: 'forbidden', because: { reason: 'AccessDenied' } }, 'RolloutUnreadable'],
] as const)('a rollout that is %s releases no node, also after a restart of the agent', (_, found, reason) => {
  const story = new Story()
    .start({ global: document('A') })
    .rollOut(gated('A', undefined))
    .pass(long)
  story.push(document('B')).rollOut(found).pass(long)
  expect([runs(story), story.status.trouble?.reason]).toEqual(['A', reason])
  story.restartAgent()
  story
    .start({ global: document('B') })
    .rollOut(found)
    .pass(long)
  expect([runs(story), story.status.trouble?.reason]).toEqual(['A', reason])
  story.rollOut(released).pass(long)
  expect(runs(story)).toBe('B')
})

test.each([
  ['may not read rollouts', { kind: 'forbidden', because: { reason: 'AccessDenied' } }, 'B', false],
  ['has not read them yet', { kind: 'unknown', because: { reason: 'RequestTimedOut' } }, 'A', true],
] as const)('an agent that %s', (_, found, expected, follows) => {
  const story = new Story().start({ global: document('A') }).pass(long)
  const fresh = new Story({ journal: story.state.journal })
  fresh.start({ global: document('B') })
  // It sees the rollout before anything else counts.
  const state = { ...fresh.state.seen.sources.rollout, known: undefined, doubtful: undefined }
  fresh.state = {
    ...fresh.state,
    seen: { ...fresh.state.seen, sources: { ...fresh.state.seen.sources, rollout: state } },
  }
  fresh.rollOut(found).pass(long)
  expect([runs(fresh), fresh.status.followsRollouts]).toEqual([expected, follows])
})

test.each([
  ['closed', gated('A', 'B', { resourceVersion: '12' }), undefined],
  ['gone', { kind: 'absent' }, 'RolloutMissing'],
  ['unreadable', unreadable, 'RolloutUnreadable'],
] as const)(
  'right before the restart, the API server is asked: a gate that is %s by now restarts nothing',
  (_, now, reason) => {
    const story = new Story().start().rollOut(gated('A', undefined)).pass(long)
    const done = story.diary.length
    story.rollout = now
    story.see({ kind: 'source', source: 'rollout', found: gated('A', 'B', { open: true, resourceVersion: '11' }) })
    story.pass(600_000)
    const changes = story.diary.slice(done).filter((line) => line !== 'examine B')
    expect(new Set(changes)).toEqual(new Set(['note-pods']))
    expect(changes.length).toBeLessThan(20)
    expect([runs(story), story.status.trouble?.reason]).toEqual(['A', reason])
  },
)

test.each([
  ['does not give it the document', gated('A', 'B'), 'A'],
  ['is unreadable', unreadable, 'A'],
  ['gives it the document', gated('A', 'B', { open: true }), 'B'],
  ['may not be read by it, as there was none before', { kind: 'forbidden', because: { reason: 'AccessDenied' } }, 'B'],
] as const)('an agent that has not heard yet of a rollout asks for it, too: one that %s', (_, now, expected) => {
  const story = new Story().start({ global: document('A') }).pass(long)
  story.rollout = now
  story.push(document('B')).pass(600_000)
  expect(runs(story)).toBe(expected)
})

test('while the API server does not answer, no gate lets a node through', () => {
  const story = new Story().start().rollOut(gated('A', undefined)).pass(long)
  story.rollout = undefined
  story.podsReadable = false
  story.see({ kind: 'source', source: 'rollout', found: gated('A', 'B', { open: true, resourceVersion: '11' }) })
  story.pass(600_000)
  expect(runs(story)).toBe('A')
})

test('a node that joins in mid-rollout gets the candidate only by its name', () => {
  const open = gated('A', 'B')
  const wide: Gated = { ...open, gate: { ...open.gate!, upTo: Number.MAX_SAFE_INTEGER } }
  const old = new Story().start().annotate({ createdAt: '2026-11-29T11:00:00Z' }).rollOut(wide).pass(long)
  const young = new Story().start().annotate({ createdAt: '2026-11-29T13:00:00Z' }).rollOut(wide).pass(long)
  expect([runs(old), runs(young)]).toEqual(['B', 'A'])
})
