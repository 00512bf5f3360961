import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { printed } from '../printed.ts'
import { junitProblems } from './junit.ts'
import { samples } from './samples.ts'
import { sarifProblems } from './sarif.ts'
import { tapProblems } from './tap.ts'

const formats = [
  { format: 'sarif', ending: 'sarif', problems: sarifProblems },
  { format: 'junit', ending: 'xml', problems: junitProblems },
  { format: 'tap', ending: 'tap', problems: tapProblems },
] as const

const golden = (ending: string): string =>
  readFileSync(new URL(`../../../../../golden/validate/two-releases.${ending}`, import.meta.url), 'utf8')

describe.each(formats)('$format is what others can read', ({ format, ending, problems }) => {
  test('the golden report', () => {
    expect(problems(golden(ending))).toEqual([])
  })
  test.each(Object.entries(samples))('%s', async (_, validation) => {
    expect(problems(await printed(format, validation))).toEqual([])
  })
})

describe('others would notice', () => {
  const [sarif, junit, tap] = formats

  test.each([
    ['a level of ours', sarif, '"level": "error"', '"level": "info"'],
    ['a line 0', sarif, '"startLine": 3', '"startLine": 0'],
    ['a name that is no URI', sarif, '"uri": "kubeadm.yaml"', '"uri": "kube adm.yaml"'],
    ['a rule without id', sarif, '"id": "V13",', ''],
    ['a property of ours', sarif, '"columnKind"', '"columnSort"'],
    ['a text that is not escaped', junit, '&amp;', '&'],
    ['a character that XML has not', junit, 'good.yaml', '&#1;'],
    ['a suite without name', junit, '<testsuite name="good.yaml"', '<testsuite'],
    ['an element of ours', junit, '<testcase name="kubelet 1.32" classname="good.yaml"/>', '<test/>'],
    ['an attribute of ours', junit, 'classname="good.yaml"', 'file="good.yaml"'],
    ['a wrong plan', tap, '1..8', '1..9'],
    ['a test that is left out', tap, 'ok 1 - good.yaml', 'ok 1 - # SKIP'],
    ['a line break', tap, 'ok 1 - good', 'ok 1 - go\nod'],
    ['a diagnosis that is no YAML', tap, '- {"line"', '- {"line'],
  ])('%s', (_, { ending, problems }, text, broken) => {
    expect(golden(ending)).toContain(text)
    expect(problems(golden(ending).replace(text, broken))).not.toEqual([])
  })
})

describe('the samples', () => {
  const findings = Object.values(samples).flatMap(({ documents }) => documents.flatMap((report) => report.findings))

  test.each(['read', 'decode', 'strict', 'gates', 'rules', 'start-up'])('show the stage %s', (stage) => {
    expect(findings.map((finding) => finding.stage)).toContain(stage)
  })
  test.each(['error', 'warning', 'info'])('show the severity %s', (severity) => {
    expect(findings.map((finding) => finding.severity)).toContain(severity)
  })
})
