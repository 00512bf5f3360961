import { findingLine, withPath } from '../../../kubelet/check/finding-text.ts'
import { plainLine } from '../../../message/line.ts'
import type { DocumentReport, Verdict } from '../../read/document-report.ts'
import { outcomeOf } from '../../read/outcome.ts'
import { isFailure, type Validation } from '../validate.ts'

interface Case {
  readonly report: DocumentReport
  readonly verdict: Verdict
  readonly failures: Verdict['findings']
  readonly result: 'passed' | 'failure' | 'error'
}

/** JUnit's XML as Jenkins and GitLab read it: a suite per file, a case per document and release. */
export function junitReport({ documents, strict }: Validation): string {
  const cases = documents.flatMap((report) => report.verdicts.map((verdict) => caseOf(report, verdict, strict)))
  const suites = Map.groupBy(cases, ({ report }) => report.file)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites${attributes({ name: 'kubeletcfg validate', ...counts(cases) })}>\n`,
    ...Array.from(suites, ([file, own]) => suite(file, own)),
    '</testsuites>\n',
  ].join('')
}

function caseOf(report: DocumentReport, verdict: Verdict, strict: boolean): Case {
  const failures = verdict.findings.filter((finding) => isFailure(finding, strict))
  const failed = failures.length > 0
  return {
    report,
    verdict,
    failures,
    result: !failed ? 'passed' : outcomeOf(verdict) === 'unread' ? 'error' : 'failure',
  }
}

const counts = (cases: readonly Case[]) => ({
  tests: cases.length,
  failures: cases.filter(({ result }) => result === 'failure').length,
  errors: cases.filter(({ result }) => result === 'error').length,
})

const suite = (file: string, cases: readonly Case[]): string =>
  [`  <testsuite${attributes({ name: file, ...counts(cases) })}>\n`, ...cases.map(testcase), '  </testsuite>\n'].join(
    '',
  )

function testcase({ report, verdict, failures, result }: Case): string {
  const { file, document, alone } = report
  const name = `${alone ? '' : `document ${document}, `}kubelet ${verdict.release}`
  const start = `    <testcase${attributes({ name, classname: file })}`
  const others = verdict.findings.filter((found) => !failures.includes(found))
  if (verdict.findings.length === 0) return `${start}/>\n`
  const [first] = failures
  const problem =
    first === undefined
      ? ''
      : `      <${result}${attributes({ type: first.rule, message: withPath(first) })}>${linesOf(file, failures, verdict)}</${result}>\n`
  const output = others.length === 0 ? '' : `      <system-out>${linesOf(file, others, verdict)}</system-out>\n`
  return `${start}>\n${problem}${output}    </testcase>\n`
}

function linesOf(file: string, findings: Verdict['findings'], { release }: Verdict): string {
  const releases = [release]
  const lines = findings.map((finding) => plainLine(findingLine(file, { ...finding, releases }, releases)))
  return xmlText(lines.join('\n'))
}

/** Characters that XML 1.0 cannot hold, not even as references. */
const impossible = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text between tags. Characters that XML cannot hold are escaped as in JSON, `\u001b`. */
const xmlText = (text: string): string => escaped(text).replaceAll(/[&<>\r]/g, (character) => references[character]!)

/** Text in double quotes; line breaks and tabs are preserved. */
const xmlAttribute = (text: string): string =>
  escaped(text).replaceAll(/[&<>"\t\n\r]/g, (character) => references[character]!)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(`${value}`)}"`)
    .join('')

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(impossible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
