import { type Assessment, assessChange } from '../config/change/assess.ts'
import { type Change, diff } from '../config/diff.ts'
import { newest } from '../config/releases.ts'
import type { Target } from '../config/target.ts'
import { Failure } from '../errors.ts'
import type { Cluster, Limits, StoredDocument } from '../ports.ts'
import { readDocument } from '../reading/read.ts'
import { describeFindings } from '../render/findings.ts'
import { inspect } from './inspect.ts'
import { review } from './review.ts'

export interface DocumentDiff {
  readonly target: Target
  readonly stored: StoredDocument | undefined
  /** Stored → file, by meaning. */
  readonly changes: readonly Change[]
  /** What the change costs a node of the newest release; undefined when there is nothing to compare with. */
  readonly assessment: Assessment | undefined
  /** Also when nothing is stored, or nothing that could be compared. */
  readonly differs: boolean
  /** Why the stored side could not be compared by field; then all of the file counts as new. */
  readonly storedProblem: string | undefined
}

export async function diffDocument(
  cluster: Cluster,
  { target, file, bytes }: { target: Target; file: string; bytes: Uint8Array },
  limits: Limits,
): Promise<DocumentDiff> {
  const reviewed = review(await readDocument(bytes), [newest])
  if (reviewed.document === undefined)
    throw new Failure(
      'invalid',
      describeFindings(
        file,
        reviewed.findings.filter((finding) => finding.fatal),
        reviewed.releases,
      ),
    )
  const stored = await cluster.documents.read(target, limits)
  const inspection = stored && (await inspect(stored))
  const changes = diff(inspection?.document, reviewed.document)
  return {
    target,
    stored,
    changes,
    assessment: inspection?.document && assessChange(newest, { before: inspection.document, after: reviewed.document }),
    differs: changes.length > 0 || inspection?.document === undefined,
    storedProblem: inspection?.document === undefined ? inspection?.problem : undefined,
  }
}
