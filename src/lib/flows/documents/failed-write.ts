import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRun } from '../../ports/limits.ts'
import type { DocumentFact, Verb } from './document-fact.ts'
import { inspect } from './inspect.ts'

/** A write, or a removal, that did not go well. */
interface Attempt {
  readonly verb: Verb
  readonly target: Target
  readonly dryRun: DryRun
  /** What was read before. */
  readonly replaces: StoredDocument | undefined
  /** Is this what it would have left? */
  readonly isOurs: (now: StoredDocument | undefined) => boolean
}

const withoutAnswer: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']
/** Nobody knows whether the write was done: there was no answer, or the server failed while it did it. */
const isUnknown = ({ code, fact }: Failure): boolean =>
  withoutAnswer.includes(code) && !(fact.reason === 'ServerError' && 'status' in fact && Number(fact.status) < 500)

/** Milliseconds to look at what is stored now; Ctrl-C does not shorten them. */
const patience = 2_000

/**
 * Looks at what is stored after a write has failed. Resolves with a warning when it was done all the same. Rejects with
 * Failure 'conflict' that says what another writer left, with 'timeout' when it is not known whether it was done, with
 * 'interrupted' when the user stopped waiting for it, and with what the server said otherwise.
 */
export async function lookAfterWrite(cluster: Cluster, attempt: Attempt, failure: Failure): Promise<DocumentFact> {
  const { code } = failure
  const isConflict = code === 'conflict'
  if (!isConflict && (attempt.dryRun === 'server' || !isUnknown(failure))) throw refused(attempt, failure)
  const now = await look(cluster, attempt.target)
  if (isConflict)
    throw now instanceof Failure
      ? refused(attempt, failure)
      : new Failure(code, await conflict(attempt, now.stored), { cause: failure })
  const fact: DocumentFact = { reason: fateOf(attempt, now), ...writtenBy(attempt), because: failure.fact }
  if (fact.reason === 'WrittenWithoutAnswer' && code !== 'interrupted') return fact
  throw new Failure(code === 'interrupted' ? code : 'timeout', fact, { cause: failure })
}

const writtenBy = ({ target, verb }: Attempt) => ({ subject: configMapOf(target), verb })

/** What the server said, about the object that it may not have named. */
function refused(attempt: Attempt, failure: Failure): Failure {
  const written = writtenBy(attempt)
  const { code, fact: because } = failure
  if (because.subject?.name === written.subject.name) return failure
  return new Failure<DocumentFact>(code, { reason: 'NotWritten', ...written, because }, { cause: failure })
}

function fateOf({ isOurs }: Attempt, now: Seen | Failure) {
  if (now instanceof Failure) return 'WriteNotKnown'
  return isOurs(now.stored) ? 'WrittenWithoutAnswer' : 'WriteNotConfirmed'
}

interface Seen {
  readonly stored: StoredDocument | undefined
}

async function look(cluster: Cluster, target: Target): Promise<Seen | Failure> {
  const limits = { signal: new AbortController().signal, timeoutMs: patience }
  try {
    return { stored: await cluster.documents.read(target, limits) }
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** What the other writer left, with what, and when. */
async function conflict(attempt: Attempt, now: StoredDocument | undefined): Promise<DocumentFact> {
  const written = writtenBy(attempt)
  if (now === undefined) return { reason: 'DeletedMeanwhile', ...written }
  const { replaces } = attempt
  const writers = { lastWrite: now.lastWrite, lastPush: now.stamp }
  const changed = { reason: 'ChangedMeanwhile', ...written, ...writers } as const
  if (replaces !== undefined && now.body === replaces.body) return { ...changed, theirs: 'same-text' }
  const theirs = await inspect(now)
  if (theirs.document === undefined) return { ...changed, theirs: 'unusable', flaw: theirs.flaw! }
  const before = replaces && (await inspect(replaces)).document
  return { ...changed, theirs: 'changed', changes: diff(before, theirs.document) }
}
