import { expect, test } from '@jest/globals'
import type { Found } from '../../../src/lib/agent/model/event.ts'
import { winnerOf } from '../../../src/lib/documents/precedence.ts'
import { document, worker } from './props.ts'
import { Story } from './story.ts'

const long = 700_000
const unknown: Found = { kind: 'unknown', because: { reason: 'Forbidden' } }
const nameOf = (config: { source: string; digest?: string } | undefined) => config?.digest?.slice(10) ?? config?.source

const settled = (story: Story) => [story.phase, nameOf(story.status.assigned), nameOf(story.status.active)]

test.each<[name: string, tell: (story: Story) => Story, end: unknown[]]>([
  ['neither document: the own files of the node (R3)', (story) => story.start(), ['Idle', 'local', 'local']],
  [
    'the document of the node wins (R1)',
    (story) => story.start({ node: document('a'), global: document('A') }),
    ['Good', 'a', 'a'],
  ],
  ['the global document otherwise (R2)', (story) => story.start({ global: document('A') }), ['Good', 'A', 'A']],
  [
    'an unusable document is not skipped (R9, R10)',
    (story) =>
      story.start({ global: document('A') }).see({
        kind: 'source',
        source: 'node',
        found: { kind: 'unusable', version: document('a'), because: { reason: 'KeyMissing' } },
      }),
    ['Rejected', 'a', 'local'],
  ],
  [
    'an answer that is no answer is not absence (R13)',
    (story) =>
      story
        .start({ global: document('A') })
        .pass(long)
        .see({ kind: 'source', source: 'global', found: unknown }),
    ['Good', 'A', 'A'],
  ],
  [
    'a source that was never read decides nothing (R14)',
    (story) => {
      story.see({ kind: 'opt-out-file', mode: undefined }).see({ kind: 'node', node: worker })
      story.see({ kind: 'source', source: 'node', found: unknown })
      return story.push(document('A'))
    },
    ['Resolving', undefined, 'local'],
  ],
  [
    'the control plane does not get the global document (O5)',
    (story) => story.start({ global: document('A') }).see({ kind: 'node', node: { ...worker, controlPlane: true } }),
    ['Idle', 'local', 'local'],
  ],
  [
    'unless it is allowed there',
    (story) =>
      story
        .start({ global: document('A') })
        .see({ kind: 'node', node: { ...worker, controlPlane: true, allowsGlobal: true } }),
    ['Good', 'A', 'A'],
  ],
  [
    'the control plane gets a document of its own',
    (story) => story.start({ node: document('a') }).see({ kind: 'node', node: { ...worker, controlPlane: true } }),
    ['Good', 'a', 'a'],
  ],
  [
    'a Node that does not exist is waited for (S6)',
    (story) => story.start({ node: document('a') }).see({ kind: 'node', node: undefined }),
    ['Resolving', undefined, 'local'],
  ],
])('%s', (_name, tell, end) => {
  expect(settled(tell(new Story()).pass(long))).toEqual(end)
})

test.each([
  ['both', document('a'), document('A')],
  ['its own', document('a'), undefined],
  ['the global one', undefined, document('A')],
  ['neither', undefined, undefined],
])('an agent takes the document that the commands call that of its node: %s', (_name, node, global) => {
  const winner = winnerOf([
    { source: 'node', document: node },
    { source: 'global', document: global },
  ])
  expect(new Story().start({ node, global }).status.assigned).toEqual(winner?.document ?? { source: 'local' })
})

test('a node named global has no document of its own (R4)', () => {
  const story = new Story({ node: 'global' }).start({ node: document('a') })
  expect(settled(story.pass(long))).toEqual(['Idle', 'local', 'local'])
})

test('a node whose name is too long for a ConfigMap uses the global document (R5)', () => {
  const story = new Story({ node: 'n'.repeat(232) }).start({ node: document('a'), global: document('A') })
  expect(settled(story.pass(long))).toEqual(['Good', 'A', 'A'])
})

test('edits in a row are one restart (R23)', () => {
  const story = new Story().start()
  for (const letter of ['a', 'b', 'c']) story.push(document(letter)).pass(500)
  story.pass(long)
  expect(story.diary.filter((line) => line.startsWith('write'))).toEqual(['write c'])
})

test('another object with the same meaning is no restart, and is reported (R17, R19)', () => {
  const story = new Story().start({ node: document('a') }).pass(long)
  const restarts = story.diary.length
  const again = { ...document('a', '9', 'uid-new'), checkpoint: 'f'.repeat(64), revision: 4 }
  story.remove('node').pass(1_000).push(again).pass(long)
  expect(story.diary.slice(restarts)).toEqual([])
  expect(story.status.active).toEqual({ ...again, checkpoint: document('a').checkpoint })
})

test('what means the same to the kubelet is no restart', () => {
  const story = new Story().start({ node: document('a') }).pass(long)
  story.verdict = { kind: 'same' }
  story.push(document('b')).pass(long)
  expect(story.diary).not.toContain('write b')
  expect(story.phase).toBe('Good')
})

test('a deleted document is left after a while: replacing it deletes it first (R17)', () => {
  const story = new Story().start({ node: document('a') }).pass(long)
  story.remove('node').pass(30_000)
  expect(story.diary).not.toContain('write local')
  story.pass(long)
  expect(story.diary).toContain('write local')
  expect(story.phase).toBe('Idle')
})

test.each([
  ['an older version of the same object is doubted', '5', 'uid-a', false],
  ['a newer one is not', '50', 'uid-a', true],
  ['another object is not', '5', 'uid-other', true],
])('%s (R16)', (_name, resourceVersion, uid, soon) => {
  const story = new Story().start({ node: document('a', '10') }).pass(long)
  story.push(document('b', resourceVersion, uid)).pass(20_000)
  expect(story.diary.includes('write b')).toBe(soon)
  story.pass(long)
  expect(story.diary).toContain('write b')
})

test('an older version that is contradicted has no effect (R16)', () => {
  const story = new Story().start({ node: document('a', '10') }).pass(long)
  story
    .push(document('b', '5', 'uid-a'))
    .pass(20_000)
    .push(document('a', '10'))
    .pass(long)
  expect(story.diary).not.toContain('write b')
})

test('what a watch tells again, or too late and in another order, changes nothing of a trial (R16)', () => {
  const [a, b] = [document('a', '10', 'uid'), document('b', '20', 'uid')]
  const story = new Story().start({ node: a }).pass(long).push(b).pass(60_000)
  const before = story.diary.length
  for (const one of [a, b, b, a, b]) story.push(one).pass(5_000)
  story.remove('node').pass(5_000).push(b).pass(long)
  expect([story.phase, story.status.active]).toEqual(['Good', b])
  expect(story.diary.slice(before).filter((line) => line !== 'probe')).toEqual(['disarm', 'keep-checkpoints'])
})

test('a document of the node supersedes the trial of the global one (R22)', () => {
  const story = new Story().start({ global: document('A') }).pass(60_000)
  expect(story.phase).toBe('Trial')
  story.push(document('a')).pass(30_000)
  expect([story.phase, nameOf(story.status.active), nameOf(story.status.lastKnownGood)]).toEqual([
    'Trial',
    'a',
    'local',
  ])
})

test('going back to the first of two documents begins its trial anew (R24)', () => {
  const story = new Story().start({ node: document('a') }).pass(500_000)
  story.push(document('b', '2')).pass(60_000).push(document('a', '3')).pass(500_000)
  expect(story.phase).toBe('Trial')
  expect(story.pass(200_000).phase).toBe('Good')
})

test('a document that is deleted in its trial was not a success (R18)', () => {
  const story = new Story()
    .start({ node: document('a') })
    .pass(100_000)
    .remove('node')
    .pass(long)
  expect(settled(story)).toEqual(['Idle', 'local', 'local'])
  expect(story.status.bad).toEqual([])
})

test('nodes take their places for a global document, each its own, always the same', () => {
  const restartOf = (node: string) => {
    const story = new Story({ node, settings: { jitterMs: 300_000 } }).start({ global: document('A') })
    for (let ms = 0; ms < 320_000; ms += 1_000) if (story.pass(1_000).diary.includes('write A')) return ms
    return -1
  }
  const places = ['node-a', 'node-b', 'node-c', 'node-d'].map(restartOf)
  expect(new Set(places).size).toBe(4)
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  expect(restartOf('node-a')).toBe(places[0])
})
