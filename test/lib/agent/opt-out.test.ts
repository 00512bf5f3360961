import { expect, test } from '@jest/globals'
import { document } from './props.ts'
import { Story } from './story.ts'

const goodA = () => new Story().start({ node: document('a') }).pass(700_000)
const file = (mode: 'freeze' | 'local' | undefined) => ({ kind: 'opt-out-file', mode }) as const

test('freeze keeps what runs, and removing it goes on (O1)', () => {
  const story = goodA().see(file('freeze')).push(document('b', '2')).pass(700_000)
  expect([story.phase, story.status.active]).toEqual(['Frozen', document('a')])
  expect(story.see(file(undefined)).pass(700_000).status.active).toEqual(document('b', '2'))
})

test('local returns to the own files of the node', () => {
  const story = goodA().see(file('local')).pass(700_000)
  expect([story.phase, story.status.active.source]).toEqual(['Frozen', 'local'])
  expect(story.see(file(undefined)).pass(900_000).phase).toBe('Good')
})

test('the file wins over the annotation (O2)', () => {
  const story = goodA().see(file('freeze')).annotate({ optOut: 'local' }).pass(700_000)
  expect(story.status.optOut).toEqual({ by: 'file', mode: 'freeze' })
  expect(story.status.active).toEqual(document('a'))
})

test('the annotation holds while the API server is away, also for an agent that starts (O2)', () => {
  const story = goodA().annotate({ optOut: 'freeze' }).settle().restartAgent()
  expect(story.status.optOut).toEqual({ by: 'annotation', mode: 'freeze' })
  expect(story.phase).toBe('Frozen')
})

test.each(['freeze', 'local'] as const)('%s in mid-trial goes back first (O3)', (mode) => {
  const story = goodA().push(document('b', '2')).pass(60_000)
  expect(story.phase).toBe('Trial')
  const before = story.diary.length
  story.see(file(mode)).pass(700_000)
  expect(story.diary.slice(before)).toContain('write a')
  expect(story.phase).toBe('Frozen')
  expect(story.status.active).toEqual(mode === 'freeze' ? document('a') : { source: 'local' })
  expect(story.status.bad).toEqual([])
})

test('nothing is begun before the file was looked for', () => {
  const story = new Story()
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' }).annotate({})
  story.push(document('a')).remove('global').pass(60_000)
  expect([story.phase, ...story.diary]).toEqual(['Resolving'])
})

test('an opt-out that was made while no agent ran stops a change that was begun', () => {
  const story = new Story().start({ node: document('a') })
  story.pass(1_999).suspend(1).see({ kind: 'tick' }).stopBefore('write a')
  story.restartAgent(file('freeze')).pass(700_000)
  expect(story.status.active.source).toBe('local')
  expect(story.diary).not.toContain('write a')
  expect(story.phase).toBe('Frozen')
})

test('nor does a change stay that was written just before', () => {
  const story = new Story().start({ node: document('a') })
  story.pass(1_999).suspend(1).see({ kind: 'tick' }).stopBefore('write a')
  story.carryOut(story.effects[0]!)
  story.restartAgent(file('freeze')).see({ kind: 'live', live: story.live }).pass(700_000)
  expect([story.live.content, story.phase]).toEqual(['local', 'Frozen'])
})

test('nor is it gone on with before the file was looked for, however long that takes', () => {
  const story = new Story().start({ node: document('a') })
  story.pass(1_999).suspend(1).see({ kind: 'tick' }).stopBefore('write a')
  story.restartAgent({ kind: 'live', live: story.live }).pass(120_000)
  expect(story.diary).not.toContain('write a')
  expect(story.see(file(undefined)).pass(10_000).diary).toContain('write a')
})
