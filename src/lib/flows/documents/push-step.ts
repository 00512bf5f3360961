import type { Node } from '../../api/node.ts'
import { acceptedRisksIn } from '../../documents/accepted-risks.ts'
import { type Documents, inForce } from '../../documents/precedence.ts'
import { lastRevision } from '../../documents/stamp.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import { Failure } from '../../failure.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { Review } from '../review.ts'
import { changeForNodes } from './change-for-nodes.ts'
import type { DocumentFact } from './document-fact.ts'
import type { Inspect } from './inspect.ts'
import { planHistory } from './keep-history.ts'
import type { PushStep } from './push-plan.ts'

/** The limit of the API server for the sum of all values of a ConfigMap, in bytes. */
const maxConfigMapBytes = 1_048_576

/** The stored documents, and which node gets which document after all writes. */
export interface PushState {
  /** By the name of the ConfigMap. */
  readonly remembered: ReadonlyMap<string, number>
  /** The numbers in the history, ascending; by the name of the ConfigMap. */
  readonly recorded: ReadonlyMap<string, readonly number[]>
  readonly documents: Documents
  readonly nodes: readonly Node[]
  /** By the name of the ConfigMap. */
  readonly audiences: ReadonlyMap<string, readonly Node[]>
  readonly inspect: Inspect
}

/** A document, reviewed for the nodes that would get it. */
export interface ReviewedDocument {
  readonly file: string
  readonly body: string
  readonly reviewed: Review
  readonly acceptedRisks: readonly Risk[]
}

/** Compares a document with what the nodes of a target get now. Rejects when its ConfigMap cannot be written. */
export async function planStep(
  target: Target,
  { file, body, reviewed, acceptedRisks }: ReviewedDocument,
  { remembered, recorded: all, documents, nodes, audiences, inspect }: PushState,
): Promise<PushStep> {
  const current = documents.get(configMapName(target))
  refuseUnwritable(target, current, body)
  const audience = audiences.get(configMapName(target)) ?? []
  const inForceNow = inForce(target, documents, audience)
  const now = inForceNow && (await inspect(inForceNow))
  const change = changeForNodes({ now, nodes: audience, after: reviewed })
  const sameText = current?.body === body
  const unchanged = sameText && accepts(current, reviewed.digest, acceptedRisks)
  const recorded = all.get(configMapName(target)) ?? []
  const last = lastRevision(current, remembered.get(configMapName(target)), recorded)
  const revision = unchanged ? last : last + 1
  const edited = current !== undefined && now?.stored === current && now.editedByHand
  return {
    ...change,
    file,
    target,
    action: unchanged ? 'unchanged' : current === undefined ? 'create' : 'update',
    body,
    replaces: current,
    edited,
    effect: sameText || (change.comparedWith !== undefined && change.changes.length === 0) ? 'none' : 'changes',
    changes: sameText ? [] : change.changes,
    digest: reviewed.digest,
    revision,
    history: planHistory({ target, replaces: current, edited, revision, recorded, nodes }),
    nodes: audience.map((node) => node.name),
  }
}

/** Whether these risks are accepted already. Without a digest they cannot be bound to the document. */
function accepts({ stamp }: StoredDocument, digest: string | undefined, wanted: readonly Risk[]): boolean {
  const accepted = acceptedRisksIn(stamp.acceptedRisks, digest)
  return digest === undefined || wanted.every((risk) => accepted.includes(risk))
}

function refuseUnwritable(target: Target, current: StoredDocument | undefined, body: string): void {
  const subject = configMapOf(target)
  const bytes = new TextEncoder().encode(body).length + (current?.extraBytes ?? 0)
  if (bytes > maxConfigMapBytes)
    throw new Failure<DocumentFact>('invalid', { reason: 'DocumentTooLarge', subject, bytes, limit: maxConfigMapBytes })
  if (current?.immutable === true && current.body !== body)
    throw new Failure<DocumentFact>('refused', { reason: 'Immutable', subject, target })
}
