import type { Finding } from '../../kubelet/model/finding.ts'

/** The same in every report. `line` and `column` are null when unknown; other absent values are omitted. */
export const findingData = (finding: Finding): object => {
  const { path, line, column, severity, rule, stage, fatal, reason, message, remedy, since, until } = finding
  return {
    path,
    line: line ?? null,
    column: column ?? null,
    severity,
    rule,
    stage,
    fatal,
    reason,
    message,
    remedy,
    since,
    until,
  }
}
