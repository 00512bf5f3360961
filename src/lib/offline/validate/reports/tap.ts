import type { DocumentReport, Verdict } from '../../read/document-report.ts'
import { outcomeName } from '../../read/outcome.ts'
import { isFailure, type Validation } from '../validate.ts'

/** TAP version 14: a test point per document and release, its findings as YAML diagnostics. */
export function tapReport({ documents, strict }: Validation): string {
  const points = documents.flatMap((report) => report.verdicts.map((verdict) => ({ report, verdict })))
  const body = points.map(({ report, verdict }, i) => testPoint(i + 1, { report, verdict, strict }))
  return ['TAP version 14\n', `1..${points.length}\n`, ...body].join('')
}

interface Point {
  readonly report: DocumentReport
  readonly verdict: Verdict
  readonly strict: boolean
}

function testPoint(number: number, { report, verdict, strict }: Point): string {
  const { release, valid, findings } = verdict
  const ok = findings.some((finding) => isFailure(finding, strict)) ? 'not ok' : 'ok'
  const description = `${outcomeName(report)}: kubelet ${release}`
  const lines = [`${ok} ${number} - ${literal(description)}\n`]
  if (findings.length === 0) return lines.join('')
  return [...lines, '  ---\n', `  valid: ${valid}\n`, '  findings:\n', ...findings.map(diagnostic), '  ...\n'].join('')
}

/** JSON is YAML on one line. */
const diagnostic = ({
  line,
  column,
  severity,
  rule,
  reason,
  path,
  file,
  message,
  remedy,
}: Verdict['findings'][number]): string =>
  `    - ${JSON.stringify({ file, line, column, severity, rule, reason, path, message, remedy })}\n`

/**
 * A `#` could start a directive such as `# SKIP`, and a character that a reader treats as a line break would end the
 * test point.
 */
const literal = (text: string): string => text.replaceAll(/[\\#]/g, '\\$&').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
