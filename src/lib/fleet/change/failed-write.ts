import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import type { DryRun } from '../../ports/limits.ts'
import type { Cluster } from '../cluster.ts'
import {
  ChangedMeanwhile,
  DeletedMeanwhile,
  type DocumentFact,
  NotWritten,
  type Verb,
  WriteNotConfirmed,
  WriteNotKnown,
  WrittenWithoutAnswer,
} from './document-messages.ts'
import { inspect } from './inspect.ts'

/** A write or a deletion that failed. */
interface Attempt {
  readonly verb: Verb
  readonly target: Target
  readonly dryRun: DryRun
  /** What was read before. */
  readonly replaces: StoredDocument | undefined
  /** Whether the write or deletion would leave this. */
  readonly isOurs: (now: StoredDocument | undefined) => boolean
}

const withoutAnswer: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']
/** The write may have been done: there was no answer, or the API server failed while it handled the request. */
const isUnknown = ({ code, fact }: Failure): boolean =>
  withoutAnswer.includes(code) && !(fact.reason === 'ServerError' && 'status' in fact && Number(fact.status) < 500)

/** Milliseconds to read what is stored now. Ctrl-C does not shorten them. */
const readTimeoutMs = 2_000

/**
 * Reads what is stored after a failed write. Resolves with a warning when the write was done. Otherwise rejects with
 * Failure 'conflict' with what another client left, 'timeout' when it is unknown whether the write was done,
 * 'interrupted' when the user stopped the wait, or else with the API server's own failure.
 */
export async function checkFailedWrite(cluster: Cluster, attempt: Attempt, failure: Failure): Promise<DocumentFact> {
  const { code } = failure
  const isConflict = code === 'conflict'
  if (!isConflict && (attempt.dryRun === 'server' || !isUnknown(failure))) throw refused(attempt, failure)
  const now = await readStored(cluster, attempt.target)
  if (isConflict)
    throw now instanceof Failure
      ? refused(attempt, failure)
      : new Failure(code, await meanwhile(attempt, now.stored), { cause: failure })
  const fact = messageFor(attempt, now)({ ...writtenBy(attempt), because: failure.fact })
  if (fact.reason === 'WrittenWithoutAnswer' && code !== 'interrupted') return fact
  throw new Failure(code === 'interrupted' ? code : 'timeout', fact, { cause: failure })
}

const writtenBy = ({ target, verb }: Pick<Attempt, 'target' | 'verb'>) => ({ subject: configMapOf(target), verb })

/** The API server's failure; the object is added when the failure does not name it. */
function refused(attempt: Attempt, failure: Failure): Failure {
  const written = writtenBy(attempt)
  const { code, fact: because } = failure
  if (because.subject?.name === written.subject.name) return failure
  return new Failure(code, NotWritten({ ...written, because }), { cause: failure })
}

function messageFor({ isOurs }: Attempt, now: Seen | Failure) {
  if (now instanceof Failure) return WriteNotKnown
  return isOurs(now.stored) ? WrittenWithoutAnswer : WriteNotConfirmed
}

interface Seen {
  readonly stored: StoredDocument | undefined
}

async function readStored(cluster: Cluster, target: Target): Promise<Seen | Failure> {
  const limits = { signal: new AbortController().signal, timeoutMs: readTimeoutMs }
  try {
    return { stored: await cluster.documents.read(target, limits) }
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** What another client left, and when. */
export async function meanwhile(
  attempt: Pick<Attempt, 'verb' | 'target' | 'replaces'>,
  now: StoredDocument | undefined,
): Promise<DocumentFact> {
  const written = writtenBy(attempt)
  if (now === undefined) return DeletedMeanwhile(written)
  const { replaces } = attempt
  const isSameText = replaces !== undefined && now.body === replaces.body
  const lastWrite = isSameText ? now.lastWrite : (now.textWrite ?? now.lastWrite)
  const changed = { ...written, lastWrite, lastPush: now.stamp }
  if (isSameText) return ChangedMeanwhile({ ...changed, theirs: 'same-text' })
  const theirs = await inspect(now)
  if (theirs.document === undefined) return ChangedMeanwhile({ ...changed, theirs: 'unusable', flaw: theirs.flaw! })
  const before = replaces && (await inspect(replaces)).document
  return ChangedMeanwhile({ ...changed, theirs: 'changed', changes: diff(before, theirs.document) })
}
