import { expect, test } from '@jest/globals'
import { defaultPolicy, type RolloutPolicy } from '../../../src/lib/rollouts/policy.ts'
import type { Rollout } from '../../../src/lib/rollouts/rollout.ts'
import { dataOf, readRollout } from '../../../src/lib/rollouts/rollout-object.ts'
import { begun, documentOf, members, rolloutOf, SimulatedFleet, storedAndRead } from './simulated-fleet.ts'

const windows: RolloutPolicy['windows'] = [{ days: ['Mon', 'Sun'], from: 0, to: 1_440, timeZone: 'UTC' }]

const checks: RolloutPolicy['checks'] = [
  {
    ...{ kind: 'prometheus', name: 'errors', url: 'https://prometheus.example/' },
    ...{ query: 'sum(errors) < bool 1', onFalse: 'abort' },
  },
  { kind: 'url', name: 'smoke', url: 'http://ci.example/ok?for=nodes' },
]

function underWay(): Rollout {
  const fleet = new SimulatedFleet(members(20), rolloutOf({ windows, checks }))
  fleet.desired = documentOf('new')
  return fleet.pass(3_600_000).rollout
}

const textsOf = (rollout: Rollout): Record<string, string> =>
  Object.fromEntries(Object.entries(dataOf(rollout)).flatMap(([key, text]) => (text === null ? [] : [[key, text]])))

test.each([
  ['at rest', rolloutOf()],
  ['without a document', rolloutOf({}, 'local')],
  ['released', { ...rolloutOf(), policy: undefined }],
  ['under way', underWay()],
])('a rollout %s is the same when it is read again', (_, rollout) => {
  expect(storedAndRead(rollout)).toEqual(rollout)
  expect(dataOf(storedAndRead(rollout))).toEqual(dataOf(rollout))
})

test('a document that is no longer a candidate is removed', () => {
  expect(dataOf(rolloutOf())).toMatchObject({ candidate: null })
})

/** Every place in the state, by its path. */
function* placesIn(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...path, key])
}

const replaced = (value: unknown, [key, ...path]: readonly (string | number)[], by: unknown): unknown => {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  ;(copy as Record<string | number, unknown>)[key] = replaced(
    (value as Record<string | number, unknown>)[key],
    path,
    by,
  )
  return copy
}

/** What leaves a state readable: these may be absent. */
const mayBeNull = /\.(?:revision|acceptedRisks|soaksSince|cause|soakMs|named|late)$|^policy$|^progress$/

test('whatever is edited into nonsense makes all of it unreadable', () => {
  const data = textsOf(underWay())
  const state: unknown = JSON.parse(data['state']!)
  let tried = 0
  for (const path of placesIn(state)) {
    const name = path.join('.')
    for (const junk of [null, 'junk', -1, {}, []]) {
      const before = path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], state)
      if (JSON.stringify(before) === JSON.stringify(junk)) continue
      if (junk === null && mayBeNull.test(name)) continue
      // Any text is a name, and any list of fewer is a list.
      if (
        typeof before === 'string' &&
        junk === 'junk' &&
        !/At$|since|^apiVersion$|^kind$|phase|sha256|kind|days|url|onFalse/i.test(name)
      )
        continue
      if (Array.isArray(before) && Array.isArray(junk) && !/^policy\.(?:waves|windows\.0\.days)$/.test(name)) continue
      if (name === 'progress.approvedWave' && junk === -1) continue
      const edited = { ...data, state: JSON.stringify(replaced(state, path, junk)) }
      tried += 1
      expect({ name, junk, kind: readRollout(edited).kind }).toEqual({ name, junk, kind: 'unreadable' })
    }
  }
  expect(tried).toBeGreaterThan(150)
})

test.each([
  ['without a state', { state: undefined }, 'RolloutKeyMissing'],
  ['with a state that is not JSON', { state: '{' }, 'RolloutStateInvalid'],
  ['without what is promoted', { promoted: undefined }, 'RolloutKeyMissing'],
  ['with another text', { promoted: '# old\n# edited\n' }, 'RolloutTextChanged'],
  ['with another candidate', { candidate: 'x' }, 'RolloutTextChanged'],
])('%s, it is unreadable', (_, edit, reason) => {
  const data = Object.fromEntries(
    Object.entries({ ...textsOf(underWay()), ...edit }).flatMap(([key, text]) =>
      text === undefined ? [] : [[key, text]],
    ),
  )
  expect(readRollout(data)).toMatchObject({ kind: 'unreadable', because: { reason } })
})

test('a state that is older than windows and checks has none', () => {
  const data = textsOf(rolloutOf())
  const { policy, ...others } = JSON.parse(data['state']!) as { policy: { windows?: unknown; checks?: unknown } }
  delete policy.windows
  delete policy.checks
  expect(readRollout({ ...data, state: JSON.stringify({ ...others, policy }) })).toEqual({
    kind: 'rollout',
    rollout: rolloutOf(),
  })
})

test.each([
  ['with an empty window', { from: 60, to: 60 }],
  ['with a time beyond the day', { to: 1_441 }],
  ['with a window that begins after the day', { from: 1_440 }],
])('a state %s is unreadable', (_, edit) => {
  const { state } = textsOf(rolloutOf({ windows: [{ ...windows[0]!, ...edit }] }))
  expect(readRollout({ ...textsOf(rolloutOf()), state: state! }).kind).toBe('unreadable')
})

test.each([
  'ftp://ci.example',
  'https://jane:secret@ci.example',
  'https://jane@ci.example',
  'https://:secret@ci.example',
  'ci.example',
])('a state with a check of %s is unreadable', (url) => {
  const { state } = textsOf(rolloutOf({ checks: [{ kind: 'url', name: 'smoke', url }] }))
  expect(readRollout({ ...textsOf(rolloutOf()), state: state! }).kind).toBe('unreadable')
})

test('a zone that a reader does not know leaves the state readable: agents need none', () => {
  const one = rolloutOf({ windows: [{ ...windows[0]!, timeZone: 'Europe/Atlantis' }] })
  expect(storedAndRead(one)).toEqual(one)
})

test('a field of a later version is ignored', () => {
  const data = textsOf({ ...rolloutOf(), policy: defaultPolicy })
  const state = { ...(JSON.parse(data['state']!) as object), later: begun }
  expect(readRollout({ ...data, state: JSON.stringify(state) }).kind).toBe('rollout')
})
