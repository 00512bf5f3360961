import { lastEdit } from '../../documents/stamp.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { type DocumentFact, DocumentNotFound, DocumentWithoutText, EditedByHand } from '../change/document-messages.ts'
import { type Inspection, inspect } from '../change/inspect.ts'
import type { Cluster } from '../cluster.ts'

export interface Got {
  readonly inspection: Inspection
  /** The stored text, byte for byte. */
  readonly body: string
  readonly warnings: readonly DocumentFact[]
}

/**
 * Reads what is stored for a target. Rejects with Failure 'invalid' when nothing is stored, or only an object without
 * text.
 */
export async function getDocument(cluster: Cluster, target: Target, limits: Limits): Promise<Got> {
  const subject = configMapOf(target)
  const stored = await cluster.documents.read(target, limits)
  if (stored === undefined)
    throw new Failure(
      'invalid',
      DocumentNotFound({
        subject,
        namespace: cluster.documents.namespace,
      }),
    )
  const inspection = await inspect(stored)
  const { body } = stored
  if (body === undefined) throw new Failure('invalid', DocumentWithoutText({ subject, because: inspection.flaw! }))
  return { inspection, body, warnings: inspection.editedByHand ? [editedByHand(stored)] : [] }
}

/** That another client has changed it since it was pushed. */
export const editedByHand = (stored: StoredDocument): DocumentFact =>
  EditedByHand({
    subject: configMapOf(stored.target),
    lastWrite: lastEdit(stored),
    lastPush: stored.stamp,
  })
