import type { DocumentReport } from '../../flows/files/document-report.ts'
import type { Validation } from '../../flows/files/validate.ts'
import type { ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { findingText } from '../../words/finding-words.ts'
import { toldAgainst } from '../outcome.ts'

/** What the host must have for some documents, told of the first of them. */
export interface HostNote {
  readonly file: string
  readonly finding: ReleaseFinding
  /** Those of the finding are told unless they are all of these. */
  readonly releases: readonly Release[]
  /** ` [and n other documents]` of which the same is to be told, or nothing. */
  readonly more: string
}

/**
 * For reports that are read from top to bottom: what nobody can tell without the host, once however many documents it is
 * true of.
 */
export function hostNotes({ documents }: Validation): readonly HostNote[] {
  const all = documents.flatMap((report) => {
    const [{ file, findings }, releases] = [report, toldAgainst(report)]
    return findings.filter(isHostNote).map((finding) => ({ file, finding, releases }))
  })
  const alike = Map.groupBy(all, ({ finding, releases }) => `${finding.rule} ${findingText(finding, releases)}`)
  return Array.from(alike.values(), ([first, ...others]) => ({
    ...first!,
    more: others.length === 0 ? '' : ` [and ${others.length} other document${others.length === 1 ? '' : 's'}]`,
  }))
}

/** Neither an error nor a warning: nothing is wrong with the document. */
export const isHostNote = ({ severity }: DocumentReport['findings'][number]): boolean => severity === 'info'
