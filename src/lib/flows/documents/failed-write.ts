import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DocumentFact, Verb } from './document-fact.ts'
import { inspect } from './inspect.ts'

/** A write, or a removal, that did not go well. */
interface Attempt {
  readonly verb: Verb
  readonly target: Target
  /** What was read before. */
  readonly replaces: StoredDocument | undefined
  /** Is this what it would have left? */
  readonly isOurs: (now: StoredDocument | undefined) => boolean
}

/** After these nobody knows whether the write was done. */
const unknown: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']
/** Milliseconds to look at what is stored now; Ctrl-C does not shorten them. */
const patience = 2_000

/**
 * Looks at what is stored after a write has failed. Resolves with a warning when it was done all the same. Rejects with
 * Failure 'conflict' that says what another writer left, with 'timeout' when it is not known whether it was done, with
 * 'interrupted' when the user stopped waiting for it, and with what the server said otherwise.
 */
export async function lookAfterWrite(cluster: Cluster, attempt: Attempt, failure: Failure): Promise<DocumentFact> {
  const written = { subject: configMapOf(attempt.target), verb: attempt.verb }
  const { code, fact: because } = failure
  const rejected = (reported: FailureCode, fact: DocumentFact) => new Failure(reported, fact, { cause: failure })
  if (code !== 'conflict' && !unknown.includes(code))
    throw rejected(code, { reason: 'NotWritten', ...written, because })
  const unconfirmed = code === 'interrupted' ? code : 'timeout'
  const now = await look(cluster, attempt.target)
  if (now instanceof Failure)
    throw code === 'conflict'
      ? rejected(code, { reason: 'NotWritten', ...written, because })
      : rejected(unconfirmed, { reason: 'WriteNotKnown', ...written, because })
  if (code === 'conflict') throw rejected(code, await conflict(attempt, now.stored))
  if (!attempt.isOurs(now.stored)) throw rejected(unconfirmed, { reason: 'WriteNotConfirmed', ...written, because })
  const done = { reason: 'WrittenWithoutAnswer', ...written, because } as const
  if (code === 'interrupted') throw rejected(code, done)
  return done
}

async function look(
  cluster: Cluster,
  target: Target,
): Promise<{ readonly stored: StoredDocument | undefined } | Failure> {
  const limits = { signal: new AbortController().signal, timeoutMs: patience }
  try {
    return { stored: await cluster.documents.read(target, limits) }
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** The loser of two writers is told what the other wrote, with what, and when. */
async function conflict({ verb, target, replaces }: Attempt, now: StoredDocument | undefined): Promise<DocumentFact> {
  const written = { subject: configMapOf(target), verb }
  if (now === undefined) return { reason: 'DeletedMeanwhile', ...written }
  const writers = { lastWrite: now.lastWrite, lastPush: now.stamp }
  const changed = { reason: 'ChangedMeanwhile', ...written, ...writers } as const
  if (replaces !== undefined && now.body === replaces.body) return { ...changed, theirs: 'same-text' }
  const theirs = await inspect(now)
  if (theirs.document === undefined) return { ...changed, theirs: 'unusable', flaw: theirs.flaw! }
  const before = replaces && (await inspect(replaces)).document
  return { ...changed, theirs: 'changed', changes: diff(before, theirs.document) }
}
