import type { Finding } from '../config/finding.ts'
import type { ReleaseFinding } from '../config/merge-findings.ts'
import { describeReleases, type Release } from '../config/releases.ts'

/** One line per finding: `file:line:column: severity RULE path: message (remedy)`. */
export function findingLine(file: string, finding: ReleaseFinding, checked: readonly Release[]): string {
  const { line, column, severity, rule } = finding
  return `${file}:${line}:${column}: ${severity} ${rule} ${findingText(finding, checked)}`
}

/** `path: message (remedy)`, and the releases when these are not all that were checked. */
export function findingText({ path, message, remedy, releases }: ReleaseFinding, checked: readonly Release[]): string {
  const where = path === '' ? '' : `${path}: `
  const some = releases.length < checked.length ? ` [kubelet ${describeReleases(releases)}]` : ''
  return `${where}${message}${remedy === undefined ? '' : ` (${remedy})`}${some}`
}

export function describeFindings(
  file: string,
  findings: readonly ReleaseFinding[],
  checked: readonly Release[],
): string {
  const count = `${findings.length} problem${findings.length === 1 ? '' : 's'}`
  return [
    `${file}: ${count} for kubelet ${describeReleases(checked)}`,
    ...findings.map((finding) => `  ${findingLine(file, finding, checked)}`),
  ].join('\n')
}

/** The same in every report; what is undefined is left out. */
export const findingData = (finding: Finding): object => {
  const { path, line, column, severity, rule, stage, fatal, message, remedy, since, until } = finding
  return { path, line, column, severity, rule, stage, fatal, message, remedy, since, until }
}
