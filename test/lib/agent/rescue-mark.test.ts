import { expect, test } from '@jest/globals'
import { document } from './props.ts'
import { Story } from './story.ts'

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
