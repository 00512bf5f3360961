import type { Severity } from '../../../kubelet/model/finding.ts'
import { describeReleases, type Release } from '../../../kubelet/model/releases.ts'
import type { DocumentReport } from '../../read/document-report.ts'
import { type Outcome, outcomeOf, releasesOf } from '../../read/outcome.ts'
import type { Validation } from '../validate.ts'

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** One line: the number of documents per outcome, each counted by its worst release. */
export function summaryLine({ documents, releases, passedOver, strict }: Validation): string {
  const outcomes = Map.groupBy(documents, worst)
  const sizeOf = (outcome: Outcome): number => outcomes.get(outcome)?.length ?? 0
  const findings = Map.groupBy(
    documents.flatMap((report) => report.findings),
    ({ severity }) => severity,
  )
  const found = (severity: Severity): number => findings.get(severity)?.length ?? 0
  const asErrors = strict && found('warning') > 0 ? ' (counted as errors)' : ''
  const ignored = documents.reduce((sum, report) => sum + report.ignored.length, 0)
  const suspect = passedOver.filter(({ likelyConfig }) => likelyConfig !== undefined).length
  return [
    `${count(documents.length - sizeOf('unread'), 'document')}${forReleases(documents, releases)}: `,
    `${sizeOf('valid')} valid, ${sizeOf('ignored in part')} ignored in part, ${sizeOf('refused')} refused`,
    sizeOf('not judged') === 0 ? '' : `, ${sizeOf('not judged')} not judged`,
    sizeOf('unread') === 0 ? '' : `; ${count(sizeOf('unread'), 'file')} unread`,
    suspect === 0 ? '' : `; ${count(suspect, 'file')} skipped with a warning`,
    `; ${count(found('error'), 'error')}, ${count(found('warning'), 'warning')}${asErrors}, ${found('info')} info`,
    ignored === 0 ? '' : `; ${count(ignored, 'warning')} ignored`,
  ].join('')
}

/** When files name their own releases, not all documents are validated for all releases. */
function forReleases(documents: readonly DocumentReport[], asked: readonly Release[]): string {
  const some = documents.filter((report) => worst(report) !== 'unread').map(releasesOf)
  const found = asked.filter((release) => some.some((releases) => releases.includes(release)))
  if (some.some((releases) => releases.length < found.length))
    return `, each for one of kubelet ${describeReleases(found)}`
  return ` for kubelet ${describeReleases(found.length === 0 ? asked : found)}`
}

const worstFirst: readonly Outcome[] = ['unread', 'not judged', 'refused', 'ignored in part', 'valid']

function worst({ verdicts }: DocumentReport): Outcome {
  const outcomes = new Set(verdicts.map(outcomeOf))
  return worstFirst.find((outcome) => outcomes.has(outcome))!
}
