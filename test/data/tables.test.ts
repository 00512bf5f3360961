import { describe, expect, test } from '@jest/globals'
import type { AllFacts, Facts } from '../../scripts/data/facts.ts'
import { factsOfTables } from '../../scripts/data/facts-of-tables.ts'
import { changesOf, tablesOf } from '../../scripts/data/tables.ts'
import { newest, releases } from '../../src/lib/kubelet/model/releases.ts'

const known = Object.fromEntries(releases.map((release) => [release, factsOfTables(release)])) as AllFacts

/** All lines that change, of all tables. */
const changes = (facts: AllFacts) => tablesOf(facts).flatMap(changesOf)

const withNewest = (change: (facts: Facts) => Partial<Facts>): AllFacts => ({
  ...known,
  [newest]: { ...known[newest], ...change(known[newest]) },
})

test('the tables are what is made from the facts in them', () => {
  expect(changes(known)).toEqual([])
})

describe('what a release says differently changes a table', () => {
  test.each<[string, (facts: Facts) => Partial<Facts>, RegExp[]]>([
    [
      'a field that is new',
      ({ fields }) => ({ fields: [...fields, { path: 'fresh', type: 'bool', pointer: true }] }),
      [new RegExp(`^\\+   \\{ path: 'fresh', type: 'bool', pointer: true, since: '${newest}' \\},$`)],
    ],
    [
      'a field that is gone',
      ({ fields }) => ({ fields: fields.filter(({ path }) => path !== 'maxPods') }),
      [/^- .*'maxPods', type: 'int32' \},$/, /^\+ .*'maxPods', type: 'int32', until: /],
    ],
    [
      'a default',
      ({ defaults }) => ({ defaults: { ...defaults, maxPods: 250 } }),
      [
        /^- .*'maxPods', value: 110 \},$/,
        /^\+ .*'maxPods', value: 110, until: /,
        /^\+ .*'maxPods', value: 250, since: /,
      ],
    ],
    [
      'a gate that is locked',
      ({ gates }) => ({ gates: { ...gates, MemoryQoS: { default: true, stage: 'ga', locked: true } } }),
      [/^- {3}MemoryQoS: /, new RegExp(`^\\+   MemoryQoS: .*${newest} on ga locked',$`)],
    ],
    [
      'a gate that is gone',
      ({ gates: { MemoryQoS, ...gates } }) => ({ gates }),
      [/^- {3}MemoryQoS: /, new RegExp(`^\\+   MemoryQoS: .*${newest} absent',$`)],
    ],
    [
      'a flag that is gone',
      ({ flags }) => ({ flags: flags.filter(({ name }) => name !== 'max-pods') }),
      [/^- .*'max-pods'/, /^\+ .*'max-pods'.* until: /],
    ],
  ])('%s', (_, change, expected) => {
    const found = changes(withNewest(change)).filter((line) => line !== '+     "maxPods": 250,')
    expect(found).toEqual(expected.map((line) => expect.stringMatching(line)))
  })

  test('but not the type of a field', () => {
    const facts = withNewest(({ fields }) => ({
      fields: fields.map((one) => (one.path === 'maxPods' ? { ...one, type: 'string' } : one)),
    }))
    expect(() => changes(facts)).toThrow(/^maxPods changes its type in /)
  })
})
