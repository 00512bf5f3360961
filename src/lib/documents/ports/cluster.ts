import type { Collection } from '../../cluster/ports/collection.ts'
import type { StoredDocument } from '../stored-document.ts'
import type { Documents } from './documents.ts'
import type { History } from './history.ts'

export interface DocumentPorts {
  readonly documents: Documents
  readonly history: History
}

export interface DocumentCollections {
  /** The documents of the namespace. */
  readonly documents: Collection<StoredDocument>
}
