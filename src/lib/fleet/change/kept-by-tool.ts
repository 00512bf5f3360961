import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
import { type DocumentFact, KeptByTool } from './document-messages.ts'

/** Why a document must not be replaced: it would come back. As the API server tells clients of server-side apply. */
export const refusalOfKeeper = ({ target, keeper }: StoredDocument): readonly Failure<DocumentFact>[] =>
  keeper === undefined
    ? []
    : [new Failure('conflict', KeptByTool({ subject: configMapOf(target), keeper, verb: 'push' }))]
