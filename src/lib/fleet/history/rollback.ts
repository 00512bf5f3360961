import pMap from 'p-map'
import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { type DocumentFact, NoEarlierRevision, RevisionSkipped } from '../change/document-messages.ts'
import type { Cluster } from '../cluster.ts'
import { planPush } from '../push/push.ts'
import type { PushFile } from '../push/push-files.ts'
import type { PushPlan, PushRequest } from '../push/push-plan.ts'
import { refuseTogether } from '../push/refuse-together.ts'
import { revisionOf } from './diff-history.ts'
import { type HistoryList, type HistoryRow, listHistory } from './list-history.ts'

export interface RollbackRequest extends Omit<PushRequest, 'files'> {
  readonly targets: readonly Target[]
  /** undefined: the newest one that means something else than what is stored, and that no node has rolled back. */
  readonly to: number | undefined
}

interface World {
  readonly cluster: Cluster
}

/** Histories that are read at a time. */
const concurrency = 8

/**
 * A push of earlier texts, one for each target, with all checks of a push; writes nothing. Targets without such a revision
 * are left out, as `kubectl rollout undo` does; rejects with Failure 'invalid' when none has one.
 */
export async function planRollback(world: World, request: RollbackRequest, limits: Limits): Promise<PushPlan> {
  const { targets, to, ...push } = request
  const choose = async (target: Target) => ({ target, choice: await choiceFor(world, { target, to }, limits) })
  const orLeaveOut = (target: Target) => choose(target).catch((error) => ({ target, failure: asProblem(error) }))
  const found = await pMap(targets, orLeaveOut, { concurrency, signal: limits.signal })
  const leftOut = found.filter((one) => 'failure' in one)
  const chosen = found.filter((one) => 'choice' in one)
  if (chosen.length === 0) refuseTogether(leftOut.map(({ failure }) => failure))
  const files = chosen.map(({ target, choice }) => fileOf(target, choice))
  const revisions = new Set(chosen.map(({ choice }) => choice.row.past.revision))
  const message = push.message ?? (revisions.size === 1 ? `rollback to revision ${[...revisions][0]}` : 'rollback')
  const plan = await planPush(world.cluster, { ...push, message, files, allowUnknownNode: true }, limits)
  return { ...plan, leftOut, notes: [...chosen.flatMap(({ choice }) => choice.notes), ...plan.notes] }
}

async function choiceFor(
  { cluster }: World,
  { target, to }: { readonly target: Target; readonly to: number | undefined },
  limits: Limits,
): Promise<Choice> {
  const history = await listHistory(cluster, target, limits)
  return to === undefined ? earlier(history, target) : { row: chosen(history, target, to), notes: [] }
}

const fileOf = (target: Target, { row: { past } }: Choice): PushFile => ({
  file: `${configMapName(target)} (revision ${past.revision})`,
  bytes: new TextEncoder().encode(past.body),
  targets: [target],
  named: true,
})

function asProblem(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'invalid') return error
  throw error
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
    throw new Failure(
      'invalid',
      NoEarlierRevision({
        ...subjectOf(target),
        rolledBack: candidates.map(({ past }) => past.revision),
      }),
    )
  const skipped = candidates.slice(0, candidates.indexOf(row)).map(
    ({ past, badOn }): DocumentFact =>
      RevisionSkipped({
        subject: configMapOf(target),
        revision: past.revision,
        nodes: badOn,
      }),
  )
  return { row, notes: skipped }
}

const sameMeaning = ({ past, digest }: HistoryRow, current: HistoryRow | undefined): boolean =>
  current !== undefined && (past.body === current.past.body || (digest !== undefined && digest === current.digest))
