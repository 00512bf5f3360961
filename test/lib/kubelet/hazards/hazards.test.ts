import { describe, expect, test } from '@jest/globals'
import { schemaAt } from '../../../../src/lib/kubelet/defaults/tables.ts'
import { hazards } from '../../../../src/lib/kubelet/hazards/all.ts'
import type { Finding } from '../../../../src/lib/kubelet/model/finding.ts'
import { type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { checkedBody } from '../check/documents.ts'
import type { Case } from '../rules/case.ts'
import { cases as first } from './h01-h06.ts'
import { cases as second } from './h07-h18.ts'
import { cases as third } from './h19-h33.ts'
import { cases as fourth } from './h34.ts'

const cases = [...first, ...second, ...third, ...fourth]

/** A hazard that the host decides is information. */
const severityOf = ({ rule }: Case): string | undefined => {
  const hazard = hazards.find(({ id }) => id === rule)
  return hazard?.hostOnly ? 'info' : hazard?.severity
}

const found = async (body: string, { rule, release }: Case): Promise<readonly Finding[]> =>
  (await checkedBody(body, release)).findings.filter((finding) => finding.rule === rule)

describe('each hazard', () => {
  test.each(cases)('$rule: $message', async (it) => {
    const warnings = await found(it.breaks, it)
    expect(warnings).toContainEqual(
      expect.objectContaining({
        ...{ path: it.path, message: it.message, severity: severityOf(it), fatal: false, stage: 'operation' },
        remedy: expect.any(String),
      }),
    )
    expect(await found(it.keeps, it)).toEqual([])
  })

  test.each(cases)('$rule is no reason for a kubelet not to start: $breaks', async ({ breaks, release }) => {
    expect((await checkedBody(breaks, release)).valid).toBe(true)
  })

  test.each(hazards)('$id has a test, a severity, and fields that there are', ({ id, fields, hostOnly, severity }) => {
    expect(severity === undefined).toBe(hostOnly === true)
    expect(cases.some(({ rule }) => rule === id)).toBe(true)
    expect(fields.filter((path) => schemaAt(path) === undefined)).toEqual([])
  })

  test('has the next number', () => {
    expect(hazards.map(({ id }) => id)).toEqual(hazards.map((_, i) => `H${String(i + 1).padStart(2, '0')}`))
  })
})

test.each(releases)('the defaults of %s are no hazard', async (release) => {
  expect((await checkedBody('', release)).findings).toEqual([])
})

test.each<[string, Release]>([
  ['eventRecordQPS: 0\n', '1.37'],
  ['maxParallelImagePulls: 100\n', '1.37'],
  ['maxParallelImagePulls: 100\nfeatureGates: {KubeletEnsureSecretPulledImages: false}\n', '1.36'],
])('%j is none for %s', async (body, release) => {
  expect((await checkedBody(body, release)).findings).toEqual([])
})

test('is found at the value that is wrong', async () => {
  const body = 'evictionHard:\n  nodefs.available: 10%\n  memory.available: 100%\n'
  const { findings } = await checkedBody(body)
  expect(findings.map(({ rule, line, column }) => ({ rule, line, column }))).toEqual([
    { rule: 'H01', line: 5, column: 21 },
  ])
})

test('is not reported for a value that is wrong itself', async () => {
  const { findings } = await checkedBody('evictionHard: {memory.available: 101%}\n')
  expect(findings.map(({ rule }) => rule)).toEqual(['S01'])
})
