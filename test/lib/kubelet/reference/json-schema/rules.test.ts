import { describe, expect, test } from '@jest/globals'
import { rules as decodeRules } from '../../../../../src/lib/kubelet/decode/decode-rules.ts'
import { newest, releases } from '../../../../../src/lib/kubelet/model/releases.ts'
import { findField } from '../../../../../src/lib/kubelet/reference/explain/find-field.ts'
import { beyondSchema } from '../../../../../src/lib/kubelet/reference/json-schema/beyond.ts'
import { constraints } from '../../../../../src/lib/kubelet/reference/json-schema/constraints.ts'
import { drafts, jsonSchema } from '../../../../../src/lib/kubelet/reference/json-schema/json-schema.ts'
import { gateRules, validationRules } from '../../../../../src/lib/kubelet/rules/all.ts'
import { startupRules } from '../../../../../src/lib/kubelet/startup/all.ts'
import { readDocument } from '../../../../../src/lib/yaml/read/read.ts'
import { checked, header } from '../../check/documents.ts'
import type { Case } from '../../rules/case.ts'
import { cases } from '../../rules/cases.ts'
import { accepts } from './judge.ts'

const rules = [...gateRules, ...validationRules, ...startupRules]

/** Where a schema refuses what the kubelet takes, by rule: nobody means it, and people want to be told. */
const stricter: Readonly<Record<string, string>> = {
  S04: 'the kubelet does not read a reserved cpu that reservedSystemCPUs replaces',
  S07: 'the kubelet does not read a policy whose gate MemoryManager is off',
  V86: 'the kubelet does not see what a relative path leaves again by ..',
}

async function verdicts(body: string, { release = newest }: Case) {
  const reading = await readDocument(new TextEncoder().encode(header + body))
  if (reading.outcome !== 'tree') throw new Error(`unreadable: ${body}`)
  const { findings } = await checked(header + body, release)
  const broken = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
  return { accepted: accepts(reading.tree, release), broken }
}

describe('a schema', () => {
  test.each(cases)('takes what keeps to $rule: $keeps', async (it) => {
    const { accepted, broken } = await verdicts(it.keeps, it)
    expect(accepted || broken.length > 0 || it.rule in stricter).toBe(true)
  })
  test.each(cases)('refuses what breaks $rule, unless that is beyond it: $breaks', async (it) => {
    const { accepted, broken } = await verdicts(it.breaks, it)
    expect(accepted ? broken.filter((rule) => !(rule in beyondSchema)) : []).toEqual([])
  })
  test.each(rules)('knows $id, or says why not', ({ id, unbreakable }) => {
    const isKnown = id === 'V01' || constraints.some((row) => row.rules.includes(id))
    expect(isKnown || id in beyondSchema || unbreakable !== undefined).toBe(true)
  })
  test('is beyond only existing rules', () => {
    const ids = [...rules.map(({ id }) => id), ...Object.keys(decodeRules)]
    expect(Object.keys({ ...beyondSchema, ...stricter }).filter((id) => !ids.includes(id))).toEqual([])
    expect(constraints.flatMap((row) => row.rules).filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('a constraint', () => {
  test.each(constraints)('is about a field that there is: $path', ({ path }) => {
    expect(findField(path)).toMatchObject({ path })
  })
  test('is the only one for its path in a release', () => {
    const places = releases.flatMap((release) =>
      constraints
        .filter(({ since = releases[0], until = newest }) => since <= release && release <= until)
        .map(({ path }) => `${release} ${path}`),
    )
    expect(new Set(places).size).toBe(places.length)
  })
})

test('both drafts say the same, and are valid', async () => {
  const [recent, old] = [jsonSchema(newest, '2020-12'), jsonSchema(newest, 'draft-07')]
  expect({ ...old, $schema: drafts['2020-12'], $id: recent.$id }).toEqual(recent)
  const reading = await readDocument(new TextEncoder().encode(header))
  expect(reading.outcome === 'tree' && accepts(reading.tree, newest, 'draft-07')).toBe(true)
})

test('patterns are for every engine: no lookaround, no backreferences', () => {
  const text = releases.map((release) => JSON.stringify(jsonSchema(release, 'draft-07'))).join()
  expect(text).not.toMatch(/\(\?[=!<]|\\\\[1-9kpPu]/)
})
