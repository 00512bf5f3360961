import type { Finding } from '../config/finding.ts'
import type { ReleaseFinding } from '../config/merge-findings.ts'
import { describeReleases, type Release } from '../config/releases.ts'
import type { Position } from '../config/tree.ts'

/** One line per finding: `file:line:column: severity RULE path: message (remedy)`. */
export function findingLine(file: string, finding: ReleaseFinding, checked: readonly Release[]): string {
  const { severity, rule } = finding
  return `${placeIn(file, finding)}: ${severity} ${rule} ${findingText(finding, checked)}`
}

/** `file:line:column`, or the file where nothing could be read. */
export const placeIn = (file: string, { line, column }: Partial<Position>): string =>
  line === undefined ? file : `${file}:${line}:${column}`

/** `path: message (remedy)`, and the releases when these are not all that were checked. */
export function findingText(finding: ReleaseFinding, checked: readonly Release[]): string {
  const { remedy, releases } = finding
  const some = releases.length < checked.length ? ` [kubelet ${describeReleases(releases)}]` : ''
  return `${withPath(finding)}${remedy === undefined ? '' : ` (${remedy})`}${some}`
}

/** `path: message`; a message that begins with the path says it already. */
export const withPath = ({ path, message }: Finding): string =>
  path === '' || message.startsWith(`${path} `) ? message : `${path}: ${message}`

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

/** The same in every report; of what is undefined, only the place is said. */
export const findingData = (finding: Finding): object => {
  const { path, line, column, severity, rule, stage, fatal, message, remedy, since, until } = finding
  return {
    path,
    line: line ?? null,
    column: column ?? null,
    severity,
    rule,
    stage,
    fatal,
    message,
    remedy,
    since,
    until,
  }
}
