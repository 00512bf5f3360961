import '../../../../src/lib/kubelet/check/kubelet-messages.ts'
import { expect, test } from '@jest/globals'
import { paint } from '../../../../src/lib/cli/terminal/paint.ts'
import type { Style } from '../../../../src/lib/cli/terminal/style.ts'
import type { DocumentRefused } from '../../../../src/lib/kubelet/check/kubelet-messages.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { describe, messageOf } from '../../../../src/lib/message/describe.ts'
import { fileSubject } from '../../../../src/lib/message/fact.ts'
import { reportOf } from '../../../../src/lib/offline/read/document-report.ts'
import { textReport } from '../../../../src/lib/offline/validate/reports/text.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { header } from '../../kubelet/check/documents.ts'

const around =
  (tone: string) =>
  (text: string): string =>
    `<${tone} ${text}>`
const tagged: Style = {
  good: around('good'),
  bad: around('bad'),
  warn: around('warn'),
  faint: around('faint'),
  strong: around('strong'),
}

async function judged(body: string, releases: readonly Release[], file = 'f', lenient = false) {
  const reading = await readDocument(new TextEncoder().encode(header + body))
  const report = reportOf({ file, document: 0, alone: true }, reading, { releases, lenient })
  return { releases, documents: [report], strict: false, passedOver: [], flags: [] }
}

test('a piece stays on its line, and brings no colours of its own', () => {
  expect(paint([['a\nb', ['bad', '\u001b[32mc']], ['d']], tagged)).toBe('a\\nb<bad \\u001b[32mc>\nd\n')
})

test.each<[string, string, readonly Release[], boolean, readonly string[]]>([
  ['what is well', 'maxPods: 10\n', ['1.36'], false, ['f: <good valid for kubelet 1.36>']],
  [
    'errors',
    'maxPods: -1\n',
    ['1.36'],
    false,
    ['<strong f:3:10>: <bad error> V25 maxPods', 'f: <bad refused by kubelet 1.36>'],
  ],
  [
    'warnings',
    'maxpodz: 1\n',
    ['1.36'],
    true,
    ['<strong f:3:1>: <warn warning> ', 'f: <warn ignored in part by kubelet 1.36>'],
  ],
  ['notes', 'failCgroupV1: true\n', ['1.36'], false, ['f: <good valid', '<strong f:3:15>: <faint info> V68 ']],
  [
    'each verdict for itself',
    'featureGates: {NodeSwap: false}\n',
    ['1.28', '1.36'],
    false,
    ['<strong f:3:16>: <bad error> ', 'f: <good valid for kubelet 1.28>; <bad refused by 1.36>'],
  ],
])('the eye finds %s', async (_name, body, releases, lenient, starts) => {
  const lines = paint(textReport(await judged(body, releases, 'f', lenient), { summary: false }), tagged).split('\n')
  expect(lines).toEqual([...starts.map((start) => expect.stringContaining(start)), ''])
})

test('a refusal on stderr has the same tones, and is the same text', async () => {
  const { documents } = await judged('maxPods: -1\n', ['1.36'], 'a\u202eb')
  const refused: DocumentRefused = {
    reason: 'DocumentRefused',
    subject: fileSubject('a\u202eb'),
    findings: documents[0]!.findings,
    releases: ['1.36'],
  }
  expect(paint(describe(refused).lines, tagged)).toMatch(
    /^a\\u202eb: 1 problem for kubelet 1\.36\n {2}<strong a\\u202eb:3:10>: <bad error> V25 .*\n$/,
  )
  expect(messageOf(refused)).toMatch(/^a\u202eb: 1 problem for kubelet 1\.36\n {2}a\u202eb:3:10: error V25 /)
})
