import { describeReleases } from '../../config/releases.ts'
import type { DocumentReport } from '../../flows/document-report.ts'
import type { Validation } from '../../flows/validate.ts'
import { findingLine } from '../findings.ts'
import { hostNotes, isHostNote } from './host-notes.ts'
import { nameOf, outcomeOf, words } from './outcome.ts'

/**
 * For each document its findings, and then in one line what becomes of it in which release; at the end what depends on
 * the host. With a summary, only what is not as it should be: the rest is only counted.
 */
export function textReport(validation: Validation, { summary }: { summary: boolean }): string {
  const { documents, releases } = validation
  const lines = documents.flatMap((report) => [
    ...report.findings
      .filter((finding) => !isHostNote(finding))
      .map((finding) => findingLine(report.file, finding, releases)),
    ...verdictLines(report, summary),
  ])
  const notes = summary ? [] : hostNotes(validation)
  lines.push(...notes.map(({ file, finding, more }) => `${findingLine(file, finding, releases)}${more}`))
  return lines.map((line) => `${line}\n`).join('')
}

function verdictLines(report: DocumentReport, summary: boolean): readonly string[] {
  const outcomes = Map.groupBy(report.verdicts, outcomeOf)
  if (outcomes.has('unread') || (summary && outcomes.size === 1 && outcomes.has('valid'))) return []
  const found = words.filter(([outcome]) => outcomes.has(outcome))
  const parts = found.map(([outcome, first, other], i) => {
    const releases = describeReleases(outcomes.get(outcome)!.map(({ release }) => release))
    return `${i === 0 ? first : other} ${releases}`
  })
  return [`${nameOf(report)}: ${parts.join('; ')}`]
}
