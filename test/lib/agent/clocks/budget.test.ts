import { expect, test } from '@jest/globals'
import type { Moment } from '../../../../src/lib/agent/model/instant.ts'
import { roomAt, withRestart } from '../../../../src/lib/agent/state/budget.ts'

const hourMs = 3_600_000
const now: Moment = { bootId: 'boot-1', uptimeMs: 2 * hourMs, wallMs: 1_700_000_000_000 }
const restarts = (bootId: string, ...agoMs: readonly number[]) =>
  agoMs.map((ms) => ({ bootId, uptimeMs: now.uptimeMs - ms }))

test.each<[name: string, given: ReturnType<typeof restarts>, inMs: number]>([
  ['no restarts', [], 0],
  ['one less than an hour ago, with one that may be', restarts('boot-1', hourMs - 1), 0],
  ['two, the older of them an hour ago', restarts('boot-1', hourMs, 1), 0],
  ['two, the older of them less than an hour ago', restarts('boot-1', hourMs - 1, 1), 1],
  ['two of an earlier boot, for which this one is old enough', restarts('boot-0', 1, 1), 0],
])('four of five restarts are kept for a change: %s', (_name, given, inMs) => {
  expect(roomAt(given, 5, now) - now.uptimeMs).toBe(inMs)
})

test('restarts of an earlier boot count from this one on', () => {
  const soon = { ...now, uptimeMs: 60_000 }
  expect(roomAt(restarts('boot-0', 1, 1), 5, soon)).toBe(hourMs)
})

test('those of the last hour are remembered', () => {
  expect(withRestart(restarts('boot-1', hourMs, hourMs - 1), now)).toEqual(restarts('boot-1', hourMs - 1, 0))
})
