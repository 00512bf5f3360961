import { expect, test } from '@jest/globals'
import { document, usable } from './props.ts'
import { Story } from './story.ts'

/** Document a is on trial. */
function trialOfA(stateFiles: readonly string[]): Story {
  const story = new Story()
  story.verdict = { ...usable, stateFiles }
  return story.start({ node: document('a') }).pass(60_000)
}

const acts = (story: Story) => story.diary.filter((line) => /^(?:write|restart)/.test(line))

test('another document in a trial is tried at once', () => {
  const story = trialOfA([]).push(document('b', '2')).pass(60_000)
  expect(acts(story)).toEqual(['write a', 'restart', 'write b', 'restart'])
})

test.each([[['memory_manager_state']], [[]]])(
  'in one that moved state files aside, what was good comes back first, with them (the next moves %j)',
  (next) => {
    const story = trialOfA(['cpu_manager_state'])
    story.verdict = { ...usable, stateFiles: next }
    story.push(document('b', '2')).pass(60_000)
    const last = next.length > 0 ? 'restart, state files aside' : 'restart'
    expect(acts(story)).toEqual([
      ...['write a', 'restart, state files aside', 'write local', 'restart, state files back', 'write b', last],
    ])
    expect(story.status.bad).toEqual([])
  },
)
