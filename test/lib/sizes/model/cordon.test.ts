import { describe, expect, test } from '@jest/globals'
import { balloon } from '../../../../src/lib/names.ts'
import {
  formatMark,
  isLeftBehind,
  newMark,
  parseMark,
  planCordon,
  planUncordon,
} from '../../../../src/lib/sizes/model/cordon.ts'
import { node } from '../../pods/samples.ts'

const now = Date.UTC(2026, 10, 23, 3)
const minute = 60_000
const mark = newMark({ by: 'jane', now, timeoutMs: 40_000 })
const text = formatMark(mark)

/** A node that is cordoned by these field managers, or is not. */
function seen({ by, noted }: { by?: readonly string[]; noted?: string }) {
  const annotations = noted === undefined ? {} : { [balloon.cordonAnnotation]: noted }
  const scheduling = { resourceVersion: '7', unschedulable: by !== undefined, cordonedBy: by ?? [] }
  return node({ annotations, scheduling })
}

test('a mark says who, when, and until when at most', () => {
  expect(mark).toEqual({ by: 'jane', at: '2026-11-23T03:00:00.000Z', until: '2026-11-23T03:05:40.000Z' })
  expect(parseMark(text)).toEqual(mark)
})

test.each(['', 'yes', 'null', '[]', '{}', '{"by":"jane"}', '{"by":"jane","at":"soon","until":"later"}'])(
  '%j is not a mark',
  (noted) => expect(parseMark(noted)).toBeUndefined(),
)

test.each([
  ['as it is made', 0, false],
  ['while the command waits', 40_000, false],
  ['while the command may still revert, or clocks disagree', 5 * minute, false],
  ['after the longest possible run', 6 * minute, true],
  ['before it was made: the other clock is behind', -10 * minute, false],
])('a mark is left behind %s: after %d ms %s', (_, ms, leftBehind) => {
  expect(isLeftBehind(mark, now + ms)).toBe(leftBehind)
})

describe('a node that becomes smaller', () => {
  test.each([
    ['schedulable', seen({}), 0, 'cordon'],
    ['schedulable, with a mark: a person has uncordoned it', seen({ noted: text }), 0, 'cordon'],
    ['cordoned by a person', seen({ by: ['kubectl'] }), 0, 'leave'],
    ['cordoned, and the server does not say by whom', seen({ by: [] }), 0, 'leave'],
    ['cordoned by a command that runs', seen({ by: ['nodesize'], noted: text }), minute, 'leave'],
    ['cordoned by a command that was killed', seen({ by: ['nodesize'], noted: text }), 10 * minute, 'cordon'],
    ['the same, on a server that does not say by whom', seen({ by: [], noted: text }), 10 * minute, 'cordon'],
    ['cordoned by a person after a command was killed', seen({ by: ['kubectl'], noted: text }), 10 * minute, 'leave'],
    ['cordoned, with a mark that nobody can read', seen({ by: ['nodesize'], noted: '?' }), 10 * minute, 'leave'],
  ])('%s', (_, found, later, plan) => {
    expect(planCordon(found, now + later)).toBe(plan)
  })
})

describe('undoing a cordon of ours', () => {
  const other = formatMark(newMark({ by: 'joe', now, timeoutMs: 40_000 }))
  test.each([
    ['as it was made', seen({ by: ['nodesize'], noted: text }), 'uncordon'],
    ['on a server that does not say by whom', seen({ by: [], noted: text }), 'uncordon'],
    ['that a person has undone', seen({ noted: text }), 'unmark'],
    ['that a person has undone and made again', seen({ by: ['kubectl'], noted: text }), 'unmark'],
    ['whose mark is gone', seen({ by: ['nodesize'] }), 'nothing'],
    ['that another command has made since', seen({ by: ['nodesize'], noted: other }), 'nothing'],
    ['that is undone', seen({}), 'nothing'],
  ])('%s', (_, found, plan) => {
    expect(planUncordon(found, text)).toBe(plan)
  })
})
