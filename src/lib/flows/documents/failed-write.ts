import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, type Target } from '../../documents/target.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DocumentWrite } from '../../ports/documents.ts'
import { changeLines } from '../../render/changes.ts'
import { inspect } from './inspect.ts'

/** After these nobody knows whether the write arrived. */
const unknown: readonly FailureCode[] = ['timeout', 'unreachable', 'interrupted']
/** Milliseconds to look at what is stored now; Ctrl-C does not shorten them. */
const patience = 2_000

/** A write has failed: look at what is stored now, and say what became of ours, or who was faster. */
export async function explainFailedWrite(cluster: Cluster, write: DocumentWrite, error: Failure): Promise<Failure> {
  const { code } = error
  if (code !== 'conflict' && !unknown.includes(code)) return naming(write.target, error)
  const limits = { signal: new AbortController().signal, timeoutMs: patience }
  try {
    const now = await cluster.documents.read(write.target, limits)
    return code === 'conflict' ? await tellWinner(write, now, error) : tellFate(write, now, error)
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    return code === 'conflict' ? error : retold(error, `it is not known whether ${nameOf(write)} was written`)
  }
}

/** The words of the server name no object that is not there yet, and no reason for a note of ours. */
export function naming(target: Target, error: Failure): Failure {
  const { code, message, suggestions } = error
  const name = configMapName(target)
  if (message.includes(name)) return error
  return new Failure(code, `configmap/${name}: ${message}`, { cause: error, suggestions })
}

const nameOf = ({ target }: DocumentWrite): string => `configmap/${configMapName(target)}`

const retold = (error: Failure, outcome: string): Failure =>
  new Failure(error.code, `${error.message}: ${outcome}`, {
    cause: error,
    suggestions: [...error.suggestions, 'look with kubeletcfg list; pushing again does no harm'],
  })

function tellFate(write: DocumentWrite, now: StoredDocument | undefined, error: Failure): Failure {
  const stored = now?.body === write.body && now.stamp.at === write.stamp.at
  return retold(error, stored ? `${nameOf(write)} was written all the same` : `${nameOf(write)} had not been written`)
}

/** The loser of two writers is told what the other wrote, with what, and when. */
async function tellWinner(write: DocumentWrite, now: StoredDocument | undefined, error: Failure): Promise<Failure> {
  if (now === undefined)
    return new Failure('conflict', `${nameOf(write)} was deleted meanwhile`, {
      cause: error,
      suggestions: ['push again'],
    })
  const changes = await changesBy(now, write.replaces)
  const { lastWrite, stamp } = now
  const who =
    lastWrite === undefined ? 'somebody' : `${stamp.by ?? lastWrite.manager} (${lastWrite.manager}) at ${lastWrite.at}`
  return new Failure(
    'conflict',
    [`${nameOf(write)} was changed meanwhile by ${who}; theirs stands:`, ...changes].join('\n'),
    {
      cause: error,
      suggestions: ['compare with kubeletcfg diff, then push again'],
    },
  )
}

/** What no kubelet can decode has no fields to compare. */
async function changesBy(now: StoredDocument, replaced: StoredDocument | undefined): Promise<readonly string[]> {
  const theirs = await inspect(now)
  if (theirs.document === undefined) return [`  it cannot be read: ${theirs.problem}`]
  return changeLines(diff(replaced && (await inspect(replaced)).document, theirs.document))
}
