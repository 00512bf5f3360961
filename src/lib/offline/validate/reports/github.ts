import { findingText } from '../../../kubelet/check/finding-text.ts'
import type { Severity } from '../../../kubelet/model/finding.ts'
import { comparedReleases } from '../../read/outcome.ts'
import type { Validation } from '../validate.ts'
import { type HostNote, hostNotes, isHostNote } from './host-notes.ts'

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

/**
 * Workflow commands of GitHub Actions: annotations on the lines of a change. With a summary, notes about hosts are
 * omitted, as in text.
 */
export function githubReport(validation: Validation, { summary }: { summary: boolean }): string {
  const problems = validation.documents.flatMap((report) => {
    const [{ file, findings }, releases] = [report, comparedReleases(report)]
    return findings.filter((finding) => !isHostNote(finding)).map((finding) => ({ file, finding, releases, more: '' }))
  })
  const notes = summary ? [] : hostNotes(validation)
  return [...problems, ...notes].map(annotation).join('')
}

function annotation({ file, finding, releases, more }: HostNote): string {
  const { line, column, endColumn, severity, rule } = finding
  const end = endColumn === undefined ? '' : `,endColumn=${endColumn - 1}`
  const at = line === undefined ? '' : `,line=${line},col=${column}${end}`
  const place = `file=${property(finding.file ?? file)}${at},title=${property(rule)}`
  return `::${commands[severity]} ${place}::${data(`${findingText(finding, releases)}${more}`)}\n`
}

/** As actions/toolkit escapes them. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
