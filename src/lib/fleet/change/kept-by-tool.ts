import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
import { type DocumentFact, KeptByTool, type Verb } from './document-messages.ts'

/** That a document comes back which is replaced or deleted; empty where no tool applies it. */
export const keptByTool = (stored: StoredDocument | undefined, verb: Verb): readonly DocumentFact[] =>
  stored?.keeper === undefined ? [] : [KeptByTool({ subject: configMapOf(stored.target), keeper: stored.keeper, verb })]

/** Why a document must not be replaced: as the API server tells clients of server-side apply. */
export const refusalOfKeeper = (stored: StoredDocument): readonly Failure<DocumentFact>[] =>
  keptByTool(stored, 'push').map((fact) => new Failure('conflict', fact))
