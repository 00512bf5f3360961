import { findingLine } from '../../../kubelet/check/finding-text.ts'
import { describeReleases } from '../../../kubelet/model/releases.ts'
import type { Line } from '../../../message/line.ts'
import type { DocumentReport } from '../../read/document-report.ts'
import { origins } from '../../read/file-release.ts'
import { outcomeName, outcomeOf, releasesOf, toneOfOutcome, words } from '../../read/outcome.ts'
import type { Validation } from '../validate.ts'
import { hostNotes, isHostNote } from './host-notes.ts'

/**
 * For each document its findings, then one line with its outcome per release; at the end the notes about hosts. With a
 * summary, only documents with problems are listed; all are counted.
 */
export function textReport(validation: Validation, { summary }: { summary: boolean }): Line[] {
  const { documents, strict } = validation
  const lines = documents.flatMap((report): Line[] => {
    const problems = report.findings.filter((finding) => !isHostNote(finding))
    const releases = releasesOf(report)
    const verdicts = verdictLines(report, { summary, counting: strict ? countingIn(report) : '' })
    return [...problems.map((finding) => findingLine(report.file, finding, releases)), ...verdicts]
  })
  const notes = summary ? [] : hostNotes(validation)
  lines.push(...notes.map(({ file, finding, releases, more }) => [...findingLine(file, finding, releases), more]))
  return lines
}

interface Circumstances {
  readonly summary: boolean
  /** What else makes the document fail. */
  readonly counting: string
}

function verdictLines(report: DocumentReport, { summary, counting }: Circumstances): readonly Line[] {
  const outcomes = Map.groupBy(report.verdicts, outcomeOf)
  const isGood = outcomes.size === 1 && outcomes.has('valid') && counting === ''
  if (outcomes.has('unread') || (summary && isGood)) return []
  const found = words.filter(([outcome]) => outcomes.has(outcome))
  const parts = found.map(([outcome, first, other], i): Line => {
    const releases = describeReleases(outcomes.get(outcome)!.map(({ release }) => release))
    const verdict = `${i === 0 ? first : other} ${releases}`
    return [i === 0 ? ': ' : '; ', [toneOfOutcome[outcome], verdict]]
  })
  const origin = report.fileRelease === undefined ? '' : origins[report.fileRelease.fit]
  return [[outcomeName(report), ...parts.flat(), origin, ['warn', counting], onHost(report), ignoredIn(report)]]
}

/** Why a document fails that every kubelet takes. */
function countingIn({ findings }: DocumentReport): string {
  const { length } = findings.filter(({ severity }) => severity === 'warning')
  if (length === 0) return ''
  return `; ${warnings(length)} ${length === 1 ? 'counts as an error' : 'count as errors'} (--strict)`
}

const ignoredIn = ({ ignored }: DocumentReport): string =>
  ignored.length === 0 ? '' : `; ${warnings(ignored.length)} ignored`

const warnings = (count: number): string => `${count} warning${count === 1 ? '' : 's'}`

/** How many requirements were compared with the host; of several releases, for the newest. */
function onHost({ verdicts }: DocumentReport): string {
  const newest = verdicts.findLast((verdict) => verdict.onHost !== undefined)
  if (newest?.onHost === undefined) return ''
  const { met, notMet, notSeen } = newest.onHost
  const counts = [
    `${met} met`,
    ...(notMet > 0 ? [`${notMet} not met`] : []),
    ...(notSeen > 0 ? [`${notSeen} not seen`] : []),
  ]
  return `; requirements on this host${verdicts.length > 1 ? ` for ${newest.release}` : ''}: ${counts.join(', ')}`
}
