import { describe, expect, test } from '@jest/globals'
import type { ReleaseFinding } from '../../../../../src/lib/kubelet/check/merge-findings.ts'
import type { Verdict } from '../../../../../src/lib/offline/read/document-report.ts'
import { type ReportFormat, reportFormats } from '../../../../../src/lib/offline/validate/reports/formats.ts'
import { hasErrors, type Validation } from '../../../../../src/lib/offline/validate/validate.ts'
import { expectGolden } from '../../../../support/golden.ts'
import { fileOf, folder, header, named, unreadable } from '../../read/inputs.ts'
import { printed, validated } from './printed.ts'

const cluster = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n---\n'
const inputs = named(
  fileOf('good.yaml', header),
  fileOf('kubeadm.yaml', `${cluster}${header}imageGCLowThresholdPercent: 90\nuserNamespaces: {}\n`),
  fileOf('nodes/a, b & c%.yaml', `${header}maxpods: 5\n`),
  unreadable('secret.yaml', 'FileForbidden'),
)

const endings: Readonly<Record<ReportFormat, string>> = {
  ...{ text: 'txt', json: 'json', yaml: 'yaml', sarif: 'sarif', junit: 'xml', github: 'github.txt', tap: 'tap' },
}

test.each(reportFormats)('%s for two releases', async (format) => {
  const validation = await validated(inputs, ['1.32', '1.33'])
  expectGolden(await printed(format, validation), `validate/two-releases.${endings[format]}`)
})

test('text for one release, with a summary', async () => {
  expectGolden(await printed('text', await validated(inputs, ['1.33']), true), 'validate/summary.txt')
})

test('a summary counts the files of folders that are passed over with a warning', async () => {
  const files = [fileOf('good.yaml', header), fileOf('tab.yaml', 'apiVersion: apps/v1\nkind: Deployment\na:\n\t- x\n')]
  const text = await printed('text', await validated([folder('nodes', ...files)], ['1.33']), true)
  expect(text).toBe(
    '1 document for kubelet 1.33: 1 valid, 0 ignored in part, 0 refused; 1 file skipped with a warning; 0 errors, 0 warnings, 0 info\n',
  )
})

test('text, when strict findings are warnings', async () => {
  expectGolden(await printed('text', await validated(inputs, ['1.33'], true)), 'validate/lenient.txt')
})

describe('what depends on the host', () => {
  const info: ReleaseFinding = {
    ...{ path: 'tlsCertFile', line: 3, column: 14, severity: 'info', fatal: false, rule: 'S14', stage: 'start-up' },
    ...{ reason: 'HostRequirement', message: 'depends on the host', remedy: 'check it', releases: ['1.33'] },
  }
  const verdicts: readonly Verdict[] = [
    { release: '1.33', valid: true, stage: undefined, findings: [info], ignored: [] },
  ]
  const validation: Validation = {
    ...{ releases: ['1.33'], strict: false, passedOver: [], flags: [] },
    documents: ['a', 'b'].map((file) => ({ file, document: 0, alone: true, verdicts, findings: [info], ignored: [] })),
  }

  test('annotations with a summary leave it out', async () => {
    expect(await printed('github', validation, true)).toBe('')
  })

  test.each<[ReportFormat, boolean, string]>([
    [
      'text',
      false,
      'a: valid for kubelet 1.33\nb: valid for kubelet 1.33\na:3:14: info S14 tlsCertFile: depends on the host (check it) [and 1 other document]\n',
    ],
    [
      'text',
      true,
      '2 documents for kubelet 1.33: 2 valid, 0 ignored in part, 0 refused; 0 errors, 0 warnings, 2 info\n',
    ],
    [
      'github',
      false,
      '::notice file=a,line=3,col=14,title=S14::tlsCertFile: depends on the host (check it) [and 1 other document]\n',
    ],
    ['junit', false, '<system-out>a:3:14: info S14 tlsCertFile: depends on the host (check it)</system-out>'],
    ['tap', false, '\nok 1 - a: kubelet 1.33\n'],
    ['sarif', false, '"level": "note"'],
    ['json', false, '"valid": true'],
  ])('%s (with a summary: %s)', async (format, summary, expected) => {
    expect(await printed(format, validation, summary)).toContain(expected)
    expect(hasErrors(validation)).toBe(false)
  })
})

describe('what others wrote stays text', () => {
  const evil = '</failure>\u001b[31m]]>"&\u0000\uffff\ud800{0} [x](y) # SKIP\n::error::%'
  const evilInputs = named(fileOf(evil, `${header}"{0} [x](y)": 1\n`))

  test('of XML', async () => {
    const xml = await printed('junit', await validated(evilInputs, ['1.33']))
    expect(xml.replaceAll(/[\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, '')).toBe('')
    expect(xml.match(/<[^>]*>/g)?.map((tag) => /^<\/?\w+/.exec(tag)?.[0] ?? tag)).toEqual([
      ...['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites', '<testsuite', '<testcase', '<failure'],
      ...['</failure', '</testcase', '</testsuite', '</testsuites'],
    ])
    expect(xml).toContain('&lt;/failure&gt;\\u001b[31m]]&gt;&quot;&amp;\\u0000\\uffff\ufffd')
  })

  test('of SARIF: neither a placeholder nor a link', async () => {
    const { runs } = JSON.parse(await printed('sarif', await validated(evilInputs, ['1.33'])))
    expect(runs[0].results[0].message.text).toMatch(/^"\{\{0\}\} \[x\\\]\(y\)": unknown field/)
    expect(runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toMatch(/^[-.!~*'()\w%/]+$/)
  })

  test('of a workflow command', async () => {
    const text = await printed('github', await validated(evilInputs, ['1.33']))
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    expect(text).toMatch(/^::error file=[^:,]+%0A%3A%3Aerror%3A%3A%25,line=3,col=1,endColumn=12,title=STRICT-UNKNOWN::/)
  })

  test('of TAP', async () => {
    const text = await printed('tap', await validated(evilInputs, ['1.33']))
    expect(text.split('\n')[2]).toMatch(/^not ok 1 - .*\\# SKIP ::error::%: kubelet 1\.33$/)
  })
})

describe('SARIF', () => {
  const run = async () => JSON.parse(await printed('sarif', await validated(inputs, ['1.32', '1.33']))).runs[0]

  test('each result points at its rule', async () => {
    const { tool, results } = await run()
    const ids = results.map(({ ruleIndex }: { ruleIndex: number }) => tool.driver.rules[ruleIndex].id)
    expect(ids).toEqual(results.map(({ ruleId }: { ruleId: string }) => ruleId))
  })

  test.each(['shortDescription', 'fullDescription', 'help'])('rules say what GitHub asks for: %s', async (property) => {
    const { tool } = await run()
    for (const rule of tool.driver.rules) expect(rule[property].text).toMatch(/^.{10,}\.$/s)
  })

  test('fingerprints are one of a kind in a file, and stay when lines move', async () => {
    const twice = 'foo: 1\nfoo: 2\nfoo: 3\n'
    const fingerprints = async (text: string): Promise<string[]> => {
      const { runs } = JSON.parse(await printed('sarif', await validated(named(fileOf('a', text)), ['1.33'])))
      return runs[0].results.map((result: { partialFingerprints: object }) =>
        JSON.stringify(result.partialFingerprints),
      )
    }
    const found = await fingerprints(header + twice)
    expect(new Set(found).size).toBe(3)
    expect(await fingerprints(`# moved\n${header}${twice}`)).toEqual(found)
  })

  test('absolute paths are URIs of files', async () => {
    const text = await printed('sarif', await validated(named(fileOf('/etc/kubelet x.yaml', '')), ['1.33']))
    expect(JSON.parse(text).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'file:///etc/kubelet%20x.yaml',
    )
  })
})
