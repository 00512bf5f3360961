import type { Release } from '../config/releases.ts'
import type { ReleaseFinding } from '../flows/review.ts'

/** One line per finding: `file:line:column: severity RULE path: message (remedy)`. */
export function findingLine(file: string, finding: ReleaseFinding, checked: readonly Release[]): string {
  const { line, column, severity, rule, path, message, remedy } = finding
  const where = path === '' ? '' : `${path}: `
  const some = finding.releases.length < checked.length ? ` [kubelet ${finding.releases.join(', ')}]` : ''
  return `${file}:${line}:${column}: ${severity} ${rule} ${where}${message}${remedy === undefined ? '' : ` (${remedy})`}${some}`
}

export function describeFindings(
  file: string,
  findings: readonly ReleaseFinding[],
  checked: readonly Release[],
): string {
  const count = `${findings.length} problem${findings.length === 1 ? '' : 's'}`
  return [
    `${file}: ${count} for kubelet ${checked.join(', ')}`,
    ...findings.map((finding) => `  ${findingLine(file, finding, checked)}`),
  ].join('\n')
}
