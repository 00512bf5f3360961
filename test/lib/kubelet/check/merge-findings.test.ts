import { expect, test } from '@jest/globals'
import { mergeFindings } from '../../../../src/lib/kubelet/check/merge-findings.ts'
import { finding } from '../../../../src/lib/kubelet/decode/decode-rules.ts'
import type { Finding } from '../../../../src/lib/kubelet/model/finding.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'

const found = (message: string, line = 1): Finding =>
  finding('STRICT-UNKNOWN', { line, column: 1 }, { path: 'maxPod', message })

/** `line message [releases]` */
const merged = (judged: Partial<Record<Release, readonly Finding[]>>): string[] =>
  mergeFindings(Object.entries(judged).map(([release, findings]) => ({ release: release as Release, findings }))).map(
    ({ line, message, releases }) => `${line} ${message} [${releases.join(' ')}]`,
  )

test('equal ones are one, in the order of the document', () => {
  const shared = found('shared', 2)
  expect(merged({ '1.35': [shared, found('only here', 1)], '1.36': [shared], '1.37': [found('shared', 2)] })).toEqual([
    '1 only here [1.35]',
    '2 shared [1.35 1.36 1.37]',
  ])
})

test('messages that differ in the release that they name are one, and name all', () => {
  expect(merged({ '1.35': [found('not in 1.35')], '1.36': [found('not in 1.36')] })).toEqual([
    '1 not in 1.35, 1.36 [1.35 1.36]',
  ])
})

test('a release that all of them name is left alone', () => {
  const since = found('known since 1.35')
  expect(merged({ '1.35': [since], '1.36': [since] })).toEqual(['1 known since 1.35 [1.35 1.36]'])
})

test('a release that has it twice counts once', () => {
  expect(merged({ '1.36': [found('twice'), found('twice')] })).toEqual(['1 twice [1.36]'])
})
