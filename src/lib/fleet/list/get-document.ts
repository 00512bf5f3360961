import { lastEdit } from '../../documents/stamp.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target, type WantedTargets } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { orThrow, settle } from '../../ports/outcomes.ts'
import {
  type DocumentFact,
  DocumentNotFound,
  DocumentWithoutText,
  EditedByHand,
  NoDocumentSelected,
} from '../change/document-messages.ts'
import { type Inspection, inspect } from '../change/inspect.ts'
import { type ReadDocument, readDocuments } from '../change/read-documents.ts'
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
export const getDocument = async (cluster: Cluster, target: Target, limits: Limits): Promise<Got> =>
  gotOf({ target, stored: { value: await cluster.documents.read(target, limits) } }, cluster)

export interface GotDocuments {
  /** In the order of the targets. */
  readonly rows: readonly Got[]
  /** Why the others are missing. */
  readonly failures: readonly Failure[]
  readonly warnings: readonly DocumentFact[]
}

/**
 * The same for several targets: one that is missing, or that may not be read, does not hide the others. Nodes with certain
 * labels need no document of their own; rejects with Failure 'invalid' when none has one.
 */
export async function getDocuments(cluster: Cluster, wanted: WantedTargets, limits: Limits): Promise<GotDocuments> {
  const read = await readDocuments(cluster, wanted, limits)
  const isThere = ({ stored }: ReadDocument) => stored.failure !== undefined || stored.value !== undefined
  const expected = 'selector' in wanted ? read.filter(isThere) : read
  if ('selector' in wanted && expected.length === 0)
    throw new Failure('invalid', NoDocumentSelected({ selector: wanted.selector }))
  const outcomes = await Promise.all(expected.map((one) => settle(gotOf(one, cluster))))
  const rows = outcomes.flatMap(({ value }) => value ?? [])
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  const fatal = failures.find(({ code }) => code !== 'invalid' && code !== 'refused')
  if (fatal !== undefined) throw fatal
  return { rows, failures, warnings: rows.flatMap(({ warnings }) => warnings) }
}

async function gotOf({ target, stored: read }: ReadDocument, { documents }: Pick<Cluster, 'documents'>): Promise<Got> {
  const subject = configMapOf(target)
  const stored = orThrow(read)
  if (stored === undefined) throw new Failure('invalid', DocumentNotFound({ subject, namespace: documents.namespace }))
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
