import { describe, expect, test } from '@jest/globals'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import {
  canBe,
  certainSize,
  formatNote,
  longestStepMs,
  type MachineNote,
  machineSize,
  noteFor,
  parseNote,
} from '../../../../src/lib/sizes/model/machine-note.ts'

const now = Date.UTC(2026, 10, 21)
const later = (ms: number): string => new Date(now + ms).toISOString()
const attempt = {
  id: '0b2d6f6e-3f5e-4b5e-9f5e-8f1f6b8c0a01',
  by: 'jane',
  at: later(0),
  until: later(60_000),
  step: 'provider',
  to: amountsOf({ cpu: '2', memory: '8Gi' }),
  before: amountsOf({ cpu: '4', memory: '8Gi' }),
} as const
const note: MachineNote = { uid: 'u-1', size: amountsOf({ cpu: '4', memory: '8Gi' }), attempt }
type Fields = Record<string, unknown>
const fields = () => JSON.parse(formatNote(note)) as Fields & { attempt: Fields }

test('what is written is read', () => {
  expect(parseNote(formatNote(note))).toEqual(note)
  const { attempt: _, ...ended } = note
  expect(parseNote(formatNote(ended))).toEqual(ended)
})

/** Every field, with each of these instead; what a field may be is left out below. */
const strange: readonly unknown[] = [
  ...[
    undefined,
    null,
    0,
    512,
    true,
    [],
    {},
    '',
    'x\n$(reboot)',
    '\u001b[2J',
    '-1',
    '0',
    '9999',
    '1e99',
    '4Ei',
    '70000',
  ],
  ...['9999-12-31', '2026-11-21', 'x'.repeat(300), '0B2D6F6E-3F5E-4B5E-9F5E-8F1F6B8C0A01', 'done'],
]
const may: Readonly<Record<string, readonly unknown[]>> = {
  cpu: ['9999'],
  memory: [],
  uid: ['', '-1', '0', '9999', '1e99', '4Ei', '70000', '9999-12-31', '2026-11-21', 'done'],
  by: ['', '-1', '0', '9999', '1e99', '4Ei', '70000', '9999-12-31', '2026-11-21', 'done'],
  attempt: [undefined],
}
const uuids = ['0B2D6F6E-3F5E-4B5E-9F5E-8F1F6B8C0A01']
const places: readonly (readonly [string, (at: Fields & { attempt: Fields }) => Fields])[] = [
  ...['cpu', 'memory', 'uid', 'attempt'].map((field) => [field, (at: Fields) => at] as const),
  ...['id', 'by', 'at', 'until', 'step', 'to', 'before'].map(
    (field) => [field, (at: { attempt: Fields }) => at.attempt] as const,
  ),
  ...['cpu', 'memory'].flatMap((field) => [
    [field, (at: { attempt: Fields }) => at.attempt['to'] as Fields] as const,
    [field, (at: { attempt: Fields }) => at.attempt['before'] as Fields] as const,
  ]),
]

describe('each field is checked', () => {
  test.each(places.map(([field, of], i) => ({ field, of, i })))('$field ($i)', ({ field, of }) => {
    const accepted = strange.filter((value) => {
      const changed = fields()
      of(changed)[field] = value
      return parseNote(JSON.stringify(changed)) !== undefined
    })
    const isName = field === 'uid' || field === 'by'
    expect(accepted).toEqual(
      strange.filter((value) => may[field]?.includes(value) || (isName && uuids.includes(String(value)))),
    )
  })
  test('and so is its length', () => {
    expect(parseNote(JSON.stringify({ ...fields(), more: 'x'.repeat(5_000) }))).toBeUndefined()
  })
  test.each(['', 'null', '[]', '4', '"x"', '{', '{}'])('%s is none', (text) => {
    expect(parseNote(text)).toBeUndefined()
  })
})

test('an attempt of the far future is none of ours', () => {
  const until = (ms: number) => ({ ...attempt, until: later(ms) })
  const latest = longestStepMs + 3_600_000
  expect([until(latest), until(latest + 1)].map((one) => canBe(one, now))).toEqual([true, false])
  expect(canBe({ ...attempt, until: '9999-12-31T00:00:00Z' }, now)).toBe(false)
})

test('it is about one Node, and another one of its name has another machine', () => {
  expect(noteFor({ uid: 'u-1' }, formatNote(note))).toEqual(note)
  expect(noteFor({ uid: 'u-2' }, formatNote(note))).toBeUndefined()
  expect([noteFor({ uid: 'u-1' }, undefined), noteFor({ uid: 'u-1' }, 'nonsense')]).toEqual([undefined, 'broken'])
})

test('while a provider resizes the machine, it has the smaller of both for certain', () => {
  expect(certainSize(note)).toEqual(amountsOf({ cpu: '2', memory: '8Gi' }))
  expect(certainSize({ ...note, attempt: { ...attempt, step: 'balloon' } })).toEqual(note.size)
  expect(machineSize({ uid: 'u-1' }, formatNote(note))).toEqual(amountsOf({ cpu: '2', memory: '8Gi' }))
  expect([machineSize({ uid: 'u-1' }, 'nonsense'), machineSize({ uid: 'u-2' }, formatNote(note))]).toEqual([
    undefined,
    undefined,
  ])
})
