import '../../../../src/lib/agent/model/agent-messages.ts'
import { describe, expect, test } from '@jest/globals'
import { phases } from '../../../../src/lib/agent/model/phase.ts'
import { readReport } from '../../../../src/lib/agent/report/read-report.ts'
import { longest, writeReport } from '../../../../src/lib/agent/report/report.ts'
import { reportOf } from '../../../../src/lib/agent/report/report-of.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import { document, good, status } from './statuses.ts'

const full: Partial<AgentStatus> = {
  phase: 'Trial',
  assigned: good,
  active: document('global'),
  lastKnownGood: document('global', 3),
  trial: { elapsedMs: 601_000, lengthMs: 3_600_000 },
  problem: said('RolledBack', 'the kubelet did not start'),
  trouble: said('SourceUnreadable', 'no answer'),
  optOut: { by: 'annotation', mode: 'local' },
  bad: [
    {
      digest: 'v1:sha256:aa',
      kubeletVersion: 'v1.36.3',
      because: said('KubeletCrashed', 'the kubelet exits'),
      at: Date.UTC(2026, 10, 22, 19),
    },
  ],
  shadowedByFlags: ['maxPods', 'port'],
  drifted: true,
  allocatable: { cpu: '3500m', memory: '12Gi' },
}
const reported = (given: Partial<AgentStatus>) => reportOf(status(given))
const written = (given: Partial<AgentStatus>): string => writeReport(reported(given))
const many = (because: Fact) =>
  Array.from({ length: 50 }, (_, i) => ({ digest: `v1:sha256:${i}`, kubeletVersion: 'v1.36.3', because, at: i }))
const edited = (edit: (json: Record<string, unknown>) => void): string => {
  const json = JSON.parse(written(full)) as Record<string, unknown>
  edit(json)
  return JSON.stringify(json)
}

describe('the report of an agent', () => {
  test('is read as it was written, in every phase', () => {
    for (const given of [full, ...phases.map((phase) => ({ phase })), { assigned: undefined }])
      expect(readReport(written(given))).toEqual({ kind: 'report', report: reported(given) })
  })

  test('is the same text for the same status, and has seconds of a trial', () => {
    const at = (elapsedMs: number) => written({ ...full, trial: { elapsedMs, lengthMs: 600_000 } })
    expect(at(60_000)).toBe(at(60_999))
    expect(JSON.parse(at(599_999))).toMatchObject({ trial: { elapsedSeconds: 599, lengthSeconds: 600 } })
    expect(reported({ trial: { elapsedMs: 0, lengthMs: 0 } }).trial).toEqual({ elapsedSeconds: 0, lengthSeconds: 0 })
  })

  test('says neither where a checkpoint is nor more than an annotation can hold', () => {
    const endless = '"'.repeat(100_000)
    const long = said('X', endless, ...Array.from({ length: 50 }, () => endless))
    const fields = Array.from({ length: 5_000 }, (_, i) => `featureGates.gate${i}`)
    const text = written({ ...full, problem: long, trouble: long, shadowedByFlags: fields, bad: many(long) })
    expect(text).not.toContain('checkpoint')
    expect(text.length).toBeLessThan(longest.report)
    expect(readReport(text).kind).toBe('report')
  })

  test('has what to do beside the message, and in no other place', () => {
    const problem = { reason: 'BalloonHoldsRoom' }
    const { message, hints } = reported({ problem }).problem!
    expect([message, hints]).toEqual([expect.stringMatching(/room on the node$/), [expect.stringContaining('reset')]])
    expect(reported({ problem: { reason: 'DryRun' } }).problem).not.toHaveProperty('hints')
    const bad = [{ digest: 'v1:sha256:1', kubeletVersion: 'v1.36.3', because: problem, at: 0 }]
    expect(reported({ bad }).bad[0]?.message).toBe(message)
    expect(readReport(written({ problem, bad }))).toEqual({ kind: 'report', report: reported({ problem, bad }) })
  })

  test('is nothing without the annotation', () => {
    expect(readReport(undefined)).toEqual({ kind: 'none' })
  })
})

const reasonOf = (text: string): string => {
  const reading = readReport(text)
  return reading.kind === 'unreadable' ? `${reading.because.reason}` : reading.kind
}

describe('an annotation that anybody may have edited', () => {
  test.each<readonly [name: string, text: string, reason: string]>([
    ['empty', '', 'ReportNotJson'],
    ['null', 'null', 'ReportNotJson'],
    ['a list', '[1]', 'ReportNotJson'],
    ['not JSON', 'phase: Good', 'ReportNotJson'],
    ['too long', ' '.repeat(longest.report + 1), 'ReportTooLong'],
    ['deeper than any stack', '['.repeat(longest.report), 'ReportNotJson'],
    ['an empty object', '{}', 'ReportVersionUnknown'],
    [
      'a newer version',
      edited((json) => Object.assign(json, { apiVersion: 'kubeletcfg.dev/v2' })),
      'ReportVersionUnknown',
    ],
    ['another kind', edited((json) => Object.assign(json, { kind: 'Report' })), 'ReportVersionUnknown'],
    ['an unknown phase', edited((json) => Object.assign(json, { phase: 'Banana' })), 'ReportFieldsInvalid'],
    ['a time that is none', edited((json) => Object.assign(json, { since: 'yesterday' })), 'ReportFieldsInvalid'],
    [
      'a source that is none',
      edited((json) => Object.assign(json, { active: { source: 'pool' } })),
      'ReportFieldsInvalid',
    ],
    ['a text for an object', edited((json) => Object.assign(json, { problem: 'bad' })), 'ReportFieldsInvalid'],
    ['a list for an object', edited((json) => Object.assign(json, { trial: [] })), 'ReportFieldsInvalid'],
    ['a list for quantities', edited((json) => Object.assign(json, { allocatable: ['1'] })), 'ReportFieldsInvalid'],
    ['a bad document that is none', edited((json) => Object.assign(json, { bad: [{}] })), 'ReportFieldsInvalid'],
    ['texts for bad documents', edited((json) => Object.assign(json, { bad: ['x'] })), 'ReportFieldsInvalid'],
    [
      'a number in a list of texts',
      edited((json) => Object.assign(json, { shadowedByFlags: [1] })),
      'ReportFieldsInvalid',
    ],
    [
      'a negative time',
      edited((json) => Object.assign(json, { trial: { elapsedSeconds: -1, lengthSeconds: 1 } })),
      'ReportFieldsInvalid',
    ],
    ['an unknown field', edited((json) => Object.assign(json, { extra: { a: 1 } })), 'report'],
    ['null for what may be absent', edited((json) => Object.assign(json, { problem: null, trial: null })), 'report'],
    [
      'a field of an object without prototype',
      '{"apiVersion":"kubeletcfg.dev/v1alpha1","kind":"AgentReport","__proto__":{"phase":"Good"}}',
      'ReportFieldsInvalid',
    ],
  ])('%s: %#', (_, text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  test('every missing field is named', () => {
    const text = '{"apiVersion":"kubeletcfg.dev/v1alpha1","kind":"AgentReport","active":{"source":"node"}}'
    const fields = [
      'phase',
      'since',
      'active.digest',
      'active.uid',
      'active.resourceVersion',
      'lastKnownGood',
      'kubeletVersion',
    ]
    expect(readReport(text)).toEqual({ kind: 'unreadable', because: { reason: 'ReportFieldsInvalid', fields } })
  })

  test('the place of a field in a list is named, once', () => {
    const bad = [{ digest: 'd', kubeletVersion: 'v', reason: 'r', message: 'm', at: 'x'.repeat(50) }]
    const text = edited((json) => Object.assign(json, { bad }))
    expect(readReport(text)).toMatchObject({ because: { fields: ['bad[0].at'] } })
  })

  test('truncated anywhere, it is not JSON', () => {
    const text = written(full)
    for (let length = 0; length < text.length; length++) expect(reasonOf(text.slice(0, length))).toBe('ReportNotJson')
  })

  test('with any value anywhere, it is a report or a fact', () => {
    const values = [null, 0, -1, 1e300, '', 'x'.repeat(3_000), [], [[]], {}, { source: 'node' }, true]
    const paths = pathsOf(JSON.parse(written(full)))
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths)
      for (const value of values) {
        const text = edited((json) => put(json, path, value))
        expect(['report', 'ReportFieldsInvalid', 'ReportVersionUnknown']).toContain(reasonOf(text))
      }
  })
})

function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [...(path.length > 0 ? [path] : []), ...below.flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function put(json: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) json[first] = value
  else put(json[first] as Record<string, unknown>, rest, value)
}
