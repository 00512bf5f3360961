import { expect, test } from '@jest/globals'
import type { HeartbeatHistory, SeenHeartbeat } from '../../../../src/lib/agent/health/heartbeats.ts'
import type { Journal } from '../../../../src/lib/agent/journal/journal.ts'
import { parseJournal } from '../../../../src/lib/agent/journal/parse-journal.ts'
import { journals } from '../journals.ts'

type Json = Record<string, unknown>

const at = { bootId: 'boot-1', uptimeMs: 5_000 }
const seen = { ...at, aheadMs: 7 }
const ready: SeenHeartbeat = { value: 1, bootId: 'boot-1', after: undefined, by: at, wroteAtMs: 4_000, seen }

/** The stories see no heartbeats. */
function withHeartbeats(journal: Journal): Journal {
  const { work } = journal
  const heartbeatsSeen: HeartbeatHistory = { lease: undefined, ready }
  return work.kind === 'Trial'
    ? { ...journal, work: { ...work, probes: { ...work.probes, heartbeatsSeen } } }
    : { ...journal, work: work.kind === 'Applying' ? { ...work, heartbeatsSeen } : work }
}

const written = journals().map((journal) => JSON.parse(JSON.stringify(withHeartbeats(journal))) as Json)

test.each(written.map((journal) => [(journal['work'] as Json)['kind'], journal] as const))(
  'a journal in %s is read again',
  (_kind, journal) => {
    expect(parseJournal(structuredClone(journal))).toEqual(journal)
  },
)

test('a journal of an earlier version, which remembers no heartbeats, is read', () => {
  const earlier = written.map((journal) =>
    JSON.parse(JSON.stringify(journal, (key, value) => (key === 'heartbeatsSeen' ? undefined : value))),
  )
  expect(earlier).not.toEqual(written)
  expect(earlier.map(parseJournal)).toEqual(earlier)
})

test('a journal of an earlier build, which called fields otherwise, is read', () => {
  const names = { probes: 'vigil', heartbeatsSeen: 'pulse', cleanupTasks: 'chores' }
  const former = new Map<string, string>(
    Object.entries({ ...names, healthyProbes: 'healthyLooks', harmfulProbes: 'harmfulLooks' }),
  )
  const text = JSON.stringify(written).replaceAll(/"(\w+)":/g, (_, name: string) => `"${former.get(name) ?? name}":`)
  expect(
    former
      .values()
      .toArray()
      .filter((name) => !text.includes(`"${name}":`)),
  ).toEqual([])
  expect((JSON.parse(text) as unknown[]).map(parseJournal)).toEqual(written)
})

/** The paths of all values of a document. */
function paths(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key])),
  ]
}

function replaced(journal: Json, path: readonly string[], value: unknown): Json {
  const copy = structuredClone(journal)
  const parent = path.slice(0, -1).reduce<Json>((inner, key) => inner[key] as Json, copy)
  parent[path.at(-1)!] = value
  return copy
}

/** What a fact has beside its reason is only for people. */
const isFree = (path: readonly string[]): boolean => {
  const because = path.indexOf('because')
  return because !== -1 && path.length > because + 1 && path[because + 1] !== 'reason'
}

test('a value of another type, anywhere, makes it a damaged one', () => {
  const missed = written.flatMap((journal) =>
    paths(journal)
      .filter((path) => !isFree(path) && parseJournal(replaced(journal, path, { odd: true })) !== undefined)
      .map((path) => path.join('.')),
  )
  expect(missed).toEqual([])
})

test('so does a list where quantities are', () => {
  const applying = written.find((journal) => (journal['work'] as Json)['kind'] === 'Applying')!
  const withQuantities = (allocatable: unknown) => ({
    ...applying,
    work: { ...(applying['work'] as Json), allocatable },
  })
  expect(parseJournal(withQuantities({ cpu: '4' }))).toBeDefined()
  expect(parseJournal(withQuantities(['4']))).toBeUndefined()
})

test('so does a field that nobody knows', () => {
  for (const journal of written) {
    expect(parseJournal({ ...journal, extra: 1 })).toBeUndefined()
    expect(parseJournal({ ...journal, work: { ...(journal['work'] as Json), extra: 1 } })).toBeUndefined()
  }
})

test.each([[undefined], [null], [7], ['text'], [[]], [{}], [{ schemaVersion: 1 }], [{ schemaVersion: 2 }]])(
  '%j is no journal',
  (value) => {
    expect(parseJournal(value)).toBeUndefined()
  },
)

test('a checkpoint is a name of a file, and cannot lead elsewhere (X6)', () => {
  const [journal] = written
  const active = { ...(journal!['active'] as Json), checkpoint: '../../etc/shadow' }
  expect(parseJournal({ ...journal, active })).toBeUndefined()
})
