import { expect, test } from '@jest/globals'
import { isOther, isProven, newProbeHistory, watched } from '../../../../src/lib/agent/health/probe-history.ts'
import type { Moment } from '../../../../src/lib/agent/model/instant.ts'
import { running } from '../props.ts'

const at = (uptimeMs: number): Moment => ({ bootId: 'boot-1', uptimeMs, wallMs: 1_700_000_000_000 + uptimeMs })
const startedAtMs = 100_000
const service = { ...running, startedAtMs }
const first = watched(newProbeHistory(service, at(startedAtMs), undefined), { kind: 'healthy' }, service, at(105_000))

test.each([
  [1_999, false],
  [2_000, true],
])('a kubelet that is healthy in two looks, %i ms apart, is proven: %s', (apartMs, proven) => {
  expect(isProven(watched(first, { kind: 'healthy' }, service, at(105_000 + apartMs)))).toBe(proven)
})

test.each([
  [-1_000, true],
  [-999, false],
  [999, false],
  [1_000, true],
])('a process with the same id, and a start that was computed %i ms later, is another one: %s', (laterMs, other) => {
  expect(isOther(first, { ...service, startedAtMs: startedAtMs + laterMs })).toBe(other)
})

const exits = { kind: 'failing', because: { reason: 'KubeletExits', lastExit: undefined } } as const

test.each([
  ['healthy', { kind: 'healthy' }, 0],
  ['failing', exits, 10_000],
  ['inconclusive', { kind: 'inconclusive', because: { reason: 'ApiServerSilent' } }, 10_000],
] as const)(
  'of a gap between a look that was %s and one that fails, what two looks in a row have between them counts',
  (_, was, ms) => {
    const before = watched(first, was, service, at(110_000))
    expect(watched(before, exits, service, at(900_000)).failingMs - before.failingMs).toBe(ms)
  },
)

const runtimeDown = { kind: 'inconclusive', because: { reason: 'RuntimeDown', because: { reason: 'x' } } } as const

test.each([
  ['without a container runtime', runtimeDown, true],
  ['healthy', { kind: 'healthy' }, undefined],
] as const)(
  'whether the runtime was missed is known after the restart of a kubelet that was %s at the last look',
  (_, was, missed) => {
    const restarted = newProbeHistory(service, at(110_000), watched(first, was, service, at(107_000)))
    expect(newProbeHistory(service, at(111_000), restarted).runtimeMissed).toBe(missed)
  },
)

test('the ends between a restart and the first look count for nothing, and those between two looks as crashes', () => {
  const ended = (restarts: number) => ({ ...service, startedAtMs: 111_000, restarts })
  const looked = watched(newProbeHistory(service, at(110_000), undefined), exits, ended(3), at(112_000))
  expect(looked.crashes).toBe(0)
  expect(watched(looked, exits, ended(4), at(115_000)).crashes).toBe(1)
})
