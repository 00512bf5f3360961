import { expect, test } from '@jest/globals'
import { document } from './props.ts'
import { Story } from './story.ts'

test('a document is examined, armed for, written, tried and promoted', () => {
  const story = new Story().start().push(document('a')).pass(700_000)
  expect(story.diary.filter((line) => line !== 'probe')).toEqual([
    'examine a',
    'note-pods',
    'arm for local',
    'write a',
    'restart',
    'forget-starts',
    'disarm',
    'keep-checkpoints',
  ])
  expect(story.phase).toBe('Good')
  expect(story.status.lastKnownGood).toEqual(document('a'))
})
