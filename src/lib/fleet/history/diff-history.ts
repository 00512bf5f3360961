import type { PastDocument } from '../../documents/past-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { type Change, diff } from '../../kubelet/compare/diff.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { readText } from '../../yaml/read/read.ts'
import { RevisionNotComparable, RevisionNotFound, UnusableDocument } from '../change/document-messages.ts'
import { review } from '../change/review.ts'
import type { Cluster } from '../cluster.ts'

export interface HistoryDiff {
  readonly target: Target
  readonly from: number
  readonly to: number
  /** By field; empty when both mean the same. */
  readonly changes: readonly Change[]
}

export interface HistoryDiffRequest {
  readonly target: Target
  readonly from: number
  /** undefined: the newest one. */
  readonly to: number | undefined
}

/** What changed between two revisions. Rejects with Failure 'invalid' when one is not kept or cannot be decoded. */
export async function diffHistory(
  cluster: Cluster,
  { target, from, to }: HistoryDiffRequest,
  limits: Limits,
): Promise<HistoryDiff> {
  const all = await cluster.history.list(target, limits)
  const before = revisionOf(all, target, from)
  const after = revisionOf(all, target, to ?? all[0]?.revision ?? from)
  const changes = diff(await decoded(before), await decoded(after))
  return { target, from, to: after.revision, changes }
}

/** One of the revisions of a target. Throws Failure 'invalid' when it is not kept. */
export function revisionOf(all: readonly PastDocument[], target: Target, revision: number): PastDocument {
  const found = all.find((past) => past.revision === revision)
  if (found !== undefined) return found
  const revisions = all.map((past) => past.revision)
  const subject = configMapOf(target)
  throw new Failure('invalid', RevisionNotFound({ subject, target, revision, revisions }))
}

async function decoded({ target, revision, body }: PastDocument): Promise<ConfigDocument> {
  const { document, unusable } = review(await readText(body), [newest])
  if (document !== undefined) return document
  const because = UnusableDocument({ findings: unusable[0]?.findings ?? [] })
  const subject = configMapOf(target)
  throw new Failure('invalid', RevisionNotComparable({ subject, revision, because }))
}
