import { findingText } from '../../../kubelet/check/finding-text.ts'
import type { Release } from '../../../kubelet/model/releases.ts'
import type { DocumentReport, EndedFinding } from '../../read/document-report.ts'
import { comparedReleases } from '../../read/outcome.ts'
import type { Validation } from '../validate.ts'

/** A requirement on the host of some documents, reported for the first of them. */
export interface HostNote {
  readonly file: string
  readonly finding: EndedFinding
  /** The releases of the finding are named unless they are all of these. */
  readonly releases: readonly Release[]
  /** ` [and n other documents]` with the same requirement, or nothing. */
  readonly more: string
}

/**
 * For reports that are read from top to bottom: each requirement that only a host can meet is reported once, however
 * many documents have it.
 */
export function hostNotes({ documents }: Validation): readonly HostNote[] {
  const all = documents.flatMap((report) => {
    const [{ file, findings }, releases] = [report, comparedReleases(report)]
    return findings.filter(isHostNote).map((finding) => ({ file, finding, releases }))
  })
  const alike = Map.groupBy(all, ({ finding, releases }) => `${finding.rule} ${findingText(finding, releases)}`)
  return Array.from(alike.values(), ([first, ...others]) => ({
    ...first!,
    more: others.length === 0 ? '' : ` [and ${others.length} other document${others.length === 1 ? '' : 's'}]`,
  }))
}

/** Neither an error nor a warning: nothing is wrong with the document. */
export const isHostNote = ({ severity, reason }: DocumentReport['findings'][number]): boolean =>
  severity === 'info' && (reason === 'HostRequirement' || reason === 'ClusterRequirement')
