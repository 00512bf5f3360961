import { describe, expect, test } from '@jest/globals'
import { checkChange } from '../../../../src/lib/offline/change/check-change.ts'
import { defaultDocument } from '../../../../src/lib/offline/change/default-document.ts'
import { header } from '../read/inputs.ts'

const source = (file: string, body: string) => ({ file, bytes: new TextEncoder().encode(header + body) })

const subject = { kind: 'File', name: 'new' }

describe('a field that the kubelet ignores', () => {
  test.each([
    ['unknown', 'maxPodz: 50\n', 'FieldUnknown', 'maxPodz', 3],
    ['in the wrong case', 'MaxPods: 50\n', 'FieldNameCase', 'MaxPods', 3],
    ['given twice', 'maxPods: 50\nmaxPods: 110\n', 'FieldDuplicate', 'maxPods', 4],
  ])('%s is a warning', async (_what, body, reason, path, line) => {
    const warnings = [
      { reason: 'DocumentProblem', subject, finding: { reason, path, line, fatal: false }, releases: ['1.36'] },
    ]
    const change = await checkChange('1.36', source('old', ''), source('new', body))
    expect(change).toMatchObject({ newRefused: undefined, warnings })
    expect(await defaultDocument('1.36', source('new', body))).toMatchObject({ warnings })
  })

  test('of the old file is not', async () => {
    expect(await checkChange('1.36', source('old', 'maxPodz: 50\n'), source('new', ''))).toMatchObject({ warnings: [] })
  })

  test('is a warning beside the refusal of the new file', async () => {
    const body = 'maxPodz: 50\nimageGCHighThresholdPercent: 101\n'
    const [problem, stops] = ['DocumentProblem', 'KubeletDoesNotStart'].map((reason) => ({ reason, subject }))
    expect(await checkChange('1.36', source('old', ''), source('new', body))).toMatchObject({
      newRefused: { findings: [{ path: 'imageGCHighThresholdPercent' }] },
      warnings: [problem],
    })
    expect(await defaultDocument('1.36', source('new', body))).toMatchObject({ warnings: [problem, stops] })
  })
})

describe('a hazard', () => {
  test.each([
    ['that comes with the change is a warning', '', 'maxPods: 2\n', ['H07']],
    ['that becomes another is a warning', 'maxPods: 3\n', 'maxPods: 2\n', ['H07']],
    ['that the old file has as well is none', 'maxPods: 2\n', 'eventBurst: 9\nmaxPods: 2\n', []],
    ['that the change removes is none', 'maxPods: 2\n', '', []],
  ])('%s', async (_what, before, after, rules) => {
    const { warnings } = await checkChange('1.36', source('old', before), source('new', after))
    expect(warnings).toMatchObject(rules.map((rule) => ({ reason: 'DocumentProblem', finding: { rule } })))
    expect(warnings).toHaveLength(rules.length)
  })

  test('is not about the defaults', async () => {
    expect(await defaultDocument('1.36', source('new', 'maxPods: 2\n'))).toMatchObject({ warnings: [] })
  })
})
