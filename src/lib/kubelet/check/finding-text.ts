import type { FileSubject } from '../../message/fact.ts'
import type { Line, Tone } from '../../message/line.ts'
import type { Finding, Severity } from '../model/finding.ts'
import { describeReleases, type Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import type { ReleaseFinding } from './merge-findings.ts'

const toneOf: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', info: 'faint' }

/** One line per finding: `file:line:column: severity RULE path: message (remedy)`. */
export function findingLine(file: string, finding: ReleaseFinding, checked: readonly Release[]): Line {
  const { severity, rule } = finding
  const place = placeIn(finding.file ?? file, finding)
  return [['strong', place], ': ', [toneOf[severity], severity], ` ${rule} ${findingText(finding, checked)}`]
}

interface Place {
  readonly line?: Position['line'] | undefined
  readonly column?: Position['column'] | undefined
}

/** `file:line:column`, or only the file if it could not be read. */
export const placeIn = (file: string, { line, column }: Place): string =>
  line === undefined ? file : `${file}:${line}:${column}`

/** `path: message (remedy)`, and the releases unless they are all that were checked. */
export function findingText(finding: ReleaseFinding, checked: readonly Release[]): string {
  const { remedy, releases } = finding
  const some = releases.length < checked.length ? ` [kubelet ${describeReleases(releases)}]` : ''
  return `${withPath(finding)}${remedy === undefined ? '' : ` (${remedy})`}${some}`
}

/** `path: message`, or the message alone if it begins with the path. */
export const withPath = ({ path, message, namesPath }: Finding): string =>
  path === '' || namesPath ? message : `${path}: ${message}`

/** The first of these findings, with its line, and the number of the others; undefined without any. */
export function firstReason([first, ...others]: readonly Finding[]): string | undefined {
  if (first === undefined) return undefined
  const place = first.line === undefined ? '' : `line ${first.line}: `
  return `${place}${withPath(first)}${others.length === 0 ? '' : ` (and ${others.length} more)`}`
}

/** `file:line:column: RULE path: message (remedy)`: the rule is what --ignore takes. */
export const problemText = (file: string, finding: ReleaseFinding, checked: readonly Release[]): string =>
  `${placeIn(finding.file ?? file, finding)}: ${finding.rule} ${findingText(finding, checked)}`

/** A document that no kubelet of these releases accepts. */
export interface Refused {
  readonly subject: FileSubject
  /** The findings; never empty. */
  readonly findings: readonly ReleaseFinding[]
  /** All releases that the document was checked for. */
  readonly releases: readonly Release[]
}

/** Why a document is refused: its findings, counted, then one per line. */
export function refusalLines({ subject, findings, releases }: Refused): readonly Line[] {
  const count = `${findings.length} problem${findings.length === 1 ? '' : 's'}`
  const forWhom = releases.length === 0 ? '' : ` for kubelet ${describeReleases(releases)}`
  return [
    [`${subject.name}: ${count}${forWhom}`],
    ...findings.map((finding): Line => ['  ', ...findingLine(subject.name, finding, releases)]),
  ]
}
