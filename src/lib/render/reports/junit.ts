import type { DocumentReport, Verdict } from '../../flows/files/document-report.ts'
import type { Validation } from '../../flows/files/validate.ts'
import { plainLine } from '../../tone.ts'
import { findingLine, withPath } from '../../words/finding-words.ts'
import { isError, outcomeOf } from '../outcome.ts'
import { attributes, xmlText } from './xml.ts'

interface Case {
  readonly report: DocumentReport
  readonly verdict: Verdict
  readonly result: 'passed' | 'failure' | 'error'
}

/** JUnit's XML as Jenkins and GitLab read it: a suite per file, a case per document and release. */
export function junitReport({ documents }: Validation): string {
  const cases = documents.flatMap((report) => report.verdicts.map((verdict) => caseOf(report, verdict)))
  const suites = Map.groupBy(cases, ({ report }) => report.file)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites${attributes({ name: 'kubeletcfg validate', ...counts(cases) })}>\n`,
    ...Array.from(suites, ([file, own]) => suite(file, own)),
    '</testsuites>\n',
  ].join('')
}

function caseOf(report: DocumentReport, verdict: Verdict): Case {
  const failed = verdict.findings.some(isError)
  return { report, verdict, result: !failed ? 'passed' : outcomeOf(verdict) === 'unread' ? 'error' : 'failure' }
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

function testcase({ report, verdict, result }: Case): string {
  const { file, document, alone } = report
  const name = `${alone ? '' : `document ${document}, `}kubelet ${verdict.release}`
  const start = `    <testcase${attributes({ name, classname: file })}`
  const [errors, others] = [verdict.findings.filter(isError), verdict.findings.filter((found) => !isError(found))]
  if (verdict.findings.length === 0) return `${start}/>\n`
  const [first] = errors
  const problem =
    first === undefined
      ? ''
      : `      <${result}${attributes({ type: first.rule, message: withPath(first) })}>${linesOf(file, errors, verdict)}</${result}>\n`
  const output = others.length === 0 ? '' : `      <system-out>${linesOf(file, others, verdict)}</system-out>\n`
  return `${start}>\n${problem}${output}    </testcase>\n`
}

function linesOf(file: string, findings: Verdict['findings'], { release }: Verdict): string {
  const releases = [release]
  const lines = findings.map((finding) => plainLine(findingLine(file, { ...finding, releases }, releases)))
  return xmlText(lines.join('\n'))
}
