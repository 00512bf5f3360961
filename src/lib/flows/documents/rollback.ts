import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import type { Fact } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { revisionOf } from './diff-history.ts'
import type { DocumentFact } from './document-fact.ts'
import { type HistoryList, type HistoryRow, listHistory } from './list-history.ts'
import { planPush } from './push.ts'
import type { PushPlan, PushRequest } from './push-plan.ts'

export interface RollbackRequest extends Omit<PushRequest, 'files'> {
  readonly target: Target
  /** undefined: the newest one that means something else than what is stored, and that no node has rolled back. */
  readonly to: number | undefined
}

/**
 * A push of an earlier text, with all checks of a push; writes nothing. Rejects with Failure 'invalid' when there is no
 * such revision.
 */
export async function planRollback(cluster: Cluster, request: RollbackRequest, limits: Limits): Promise<PushPlan> {
  const { target, to, ...push } = request
  const history = await listHistory(cluster, target, limits)
  const { row, notes } = to === undefined ? earlier(history, target) : { row: chosen(history, target, to), notes: [] }
  const { revision, body } = row.past
  const file = {
    file: `${configMapName(target)} (revision ${revision})`,
    bytes: new TextEncoder().encode(body),
    targets: [target],
    named: true,
  }
  const message = push.message ?? `rollback to revision ${revision}`
  const plan = await planPush(cluster, { ...push, message, files: [file] }, limits)
  return { ...plan, notes: [...notes, ...plan.notes] }
}

const subjectOf = (target: Target) => ({ subject: configMapOf(target), target })

function chosen({ rows }: HistoryList, target: Target, to: number): HistoryRow {
  const { revision } = revisionOf(
    rows.map(({ past }) => past),
    target,
    to,
  )
  return rows.find(({ past }) => past.revision === revision)!
}

interface Choice {
  readonly row: HistoryRow
  readonly notes: readonly Fact[]
}

/** Of a deleted document, the newest one. */
function earlier({ rows, stored }: HistoryList, target: Target): Choice {
  const current = rows.find(({ isStored }) => isStored)
  const before = stored?.stamp.revision ?? Number.POSITIVE_INFINITY
  const candidates = rows.filter(
    (row) => stored === undefined || (row.past.revision < before && !sameMeaning(row, current)),
  )
  const row = candidates.find(({ badOn }) => badOn.length === 0)
  if (row === undefined)
    throw new Failure<DocumentFact>('invalid', {
      reason: 'NoEarlierRevision',
      ...subjectOf(target),
      rolledBack: candidates.map(({ past }) => past.revision),
    })
  const skipped = candidates.slice(0, candidates.indexOf(row)).map(
    ({ past, badOn }): DocumentFact => ({
      reason: 'RevisionSkipped',
      subject: configMapOf(target),
      revision: past.revision,
      nodes: badOn,
    }),
  )
  return { row, notes: skipped }
}

const sameMeaning = ({ past, digest }: HistoryRow, current: HistoryRow | undefined): boolean =>
  current !== undefined && (past.body === current.past.body || (digest !== undefined && digest === current.digest))
