import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ownCauses, statusCauses } from '../../src/lib/kubelet/model/cause.ts'
import { rooms, vocabulary } from '../../src/lib/words/vocabulary.ts'

const lib = join(import.meta.dirname, '..', '..', 'src', 'lib')
const sources = globSync('**/*.ts', { cwd: lib, exclude: ['words/**', 'cli/**'] })
const named = new Set(
  sources.flatMap((file) =>
    [...readFileSync(join(lib, file), 'utf8').matchAll(/\breason: '([A-Z]\w+)'/g)].map(([, reason]) => reason!),
  ),
)
/** A finding brings its sentence: docs/adr/0009-findings-carry-a-cause.md. */
const ofFindings: ReadonlySet<string> = new Set([...statusCauses, ...ownCauses])
/** Reasons of Kubernetes' own, which are read and not given. */
const foreign = new Set(['Infeasible', 'Deferred', 'Error', 'Forbidden'])

test('every reason of a room has words', () => {
  expect(
    [...named].filter((reason) => !(reason in vocabulary) && !foreign.has(reason) && !ofFindings.has(reason)),
  ).toEqual([])
})

test('no words are left for a reason that no room has', () => {
  expect(Object.keys(vocabulary).filter((reason) => !named.has(reason))).toEqual([])
})

test('no two rooms give a reason different words', () => {
  const all = rooms.flatMap((room) => Object.keys(room))
  expect(all).toHaveLength(new Set(all).size)
})
