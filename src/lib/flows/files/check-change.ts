import type { Failure } from '../../failure.ts'
import type { ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type Assessment, assessChange } from '../../kubelet-changes/assess.ts'
import { inOne, unusable } from '../../words/finding-words.ts'
import { type OneDocument, oneDocument, type Source } from '../one-document.ts'
import { review } from '../review.ts'
import { releaseFor } from './release-for.ts'

export interface ChangeReport extends Assessment {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  readonly before: string
  readonly after: string
  /** What stops a kubelet that gets the new file. */
  readonly findings: readonly ReleaseFinding[]
}

/**
 * What it costs a node to go from one file to the other: one of this release, or of that which a file names, the new one
 * first, or of the newest. Rejects with Failure 'invalid' that tells every problem when a kubelet could not decode one of
 * them.
 */
export async function checkChange(wanted: Release | undefined, before: Source, after: Source): Promise<ChangeReport> {
  const [older, newer] = [await oneDocument(before), await oneDocument(after)]
  const { release, releasesInFiles } = releaseFor(wanted, newer, older)
  const [old, current] = [load(older, release), load(newer, release)]
  const problems = [
    ...(old.document === undefined ? [unusable(before.file, old.fatal, [release])] : []),
    ...(current.document === undefined ? [unusable(after.file, current.fatal, [release])] : []),
  ]
  if (problems.length > 0) throw inOne(problems)
  const assessment = assessChange(release, { before: old.document, after: current.document })
  return { release, releasesInFiles, before: before.file, after: after.file, ...assessment, findings: current.fatal }
}

/** Why no kubelet runs on the new file, whatever is done for the change; undefined: it does. */
export function refusalOf({ after, findings, release }: ChangeReport): Failure | undefined {
  return findings.length === 0 ? undefined : unusable(after, findings, [release])
}

interface Loaded {
  readonly fatal: readonly ReleaseFinding[]
  readonly document: ConfigDocument | undefined
}

function load({ reading }: OneDocument, release: Release): Loaded {
  const { document, findings } = review(reading, [release])
  return { document, fatal: findings.filter((finding) => finding.fatal) }
}
