import { describe, expect, test } from '@jest/globals'
import { schemaAt } from '../../../../src/lib/kubelet/defaults/tables.ts'
import { gateRules, validationRules } from '../../../../src/lib/kubelet/rules/all.ts'
import { startupRules } from '../../../../src/lib/kubelet/startup/all.ts'
import { checkedBody } from '../check/documents.ts'
import type { Case } from './case.ts'
import { cases } from './cases.ts'

const rules = [...gateRules, ...validationRules, ...startupRules]
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
