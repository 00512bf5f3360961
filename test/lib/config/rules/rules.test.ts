import { describe, expect, test } from '@jest/globals'
import { schemaAt } from '../../../../src/lib/config/defaults/tables.ts'
import { gateRules, validationRules } from '../../../../src/lib/config/rules/all.ts'
import { startupRules } from '../../../../src/lib/config/startup/all.ts'
import { checkedBody } from '../documents.ts'
import type { Case } from './case.ts'
import { cases as eviction } from './s01-s05.ts'
import { cases as cpuManager } from './s06.ts'
import { cases as memoryAndTopology } from './s07-s08.ts'
import { cases as host } from './s09-s15.ts'
import { cases as first } from './v01-v17.ts'
import { cases as second } from './v18-v35.ts'
import { cases as third } from './v36-v45.ts'
import { cases as fourth } from './v46-v58.ts'
import { cases as fifth } from './v59-v70.ts'
import { cases as sixth } from './v71-v72.ts'
import { cases as seventh } from './v73-v86.ts'

const rules = [...gateRules, ...validationRules, ...startupRules]
const startupCases: readonly Case[] = [...eviction, ...cpuManager, ...memoryAndTopology, ...host]
const cases: readonly Case[] = [
  ...first,
  ...second,
  ...third,
  ...fourth,
  ...fifth,
  ...sixth,
  ...seventh,
  ...startupCases,
]

const breaches = async (body: string, { rule, release }: Case) =>
  (await checkedBody(body, release)).findings.filter((found) => found.rule === rule)

describe('each rule', () => {
  test.each(cases)('$rule: $message', async (it) => {
    expect((await breaches(it.breaks, it)).map(({ path, message }) => ({ path, message }))).toContainEqual({
      path: it.path,
      message: it.message,
    })
    expect(await breaches(it.keeps, it)).toEqual([])
  })

  test.each(rules)('$id has a test, or says why no file can break it', ({ id, unbreakable }) => {
    expect(cases.some(({ rule }) => rule === id) || unbreakable !== undefined).toBe(true)
  })

  test.each(rules.filter(({ hostOnly }) => hostOnly))('$id is about the host and stops no document', async ({ id }) => {
    const found = await Promise.all(cases.filter(({ rule }) => rule === id).map((it) => breaches(it.breaks, it)))
    expect(new Set(found.flat().map(({ severity }) => severity))).toEqual(new Set(['info']))
  })

  test.each(rules)('$id names fields that there are', ({ fields }) => {
    expect(fields.filter((path) => schemaAt(path) === undefined)).toEqual([])
  })

  test('has an id of its own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  })
})
