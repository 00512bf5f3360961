import type { DocumentSource, DocumentVersion } from '../../agent/model/config.ts'
import { Failure } from '../../failure.ts'
import type { Journal } from '../../ports/host/journal.ts'
import type { LoopFact } from './loop-fact.ts'

/** The documents on the disk of this node. The newest one of each source is kept, even before it is decided about. */
export class Checkpoints {
  readonly #journal: Journal
  readonly #newest = new Map<DocumentSource, string>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  async save(source: DocumentSource, bytes: Uint8Array): Promise<void> {
    this.#newest.set(source, await this.#journal.saveCheckpoint(bytes))
  }

  /** The bytes of a document that was read before. Rejects with Failure 'refused' when it is gone or damaged. */
  async read({ checkpoint }: Pick<DocumentVersion, 'checkpoint'>): Promise<Uint8Array> {
    const bytes = await this.#journal.readCheckpoint(checkpoint)
    if (bytes === undefined) throw new Failure<LoopFact>('refused', { reason: 'CheckpointMissing', checkpoint })
    return bytes
  }

  /** Deletes all but these and the newest. */
  async keep(checkpoints: readonly string[]): Promise<void> {
    await this.#journal.keepCheckpoints(new Set([...checkpoints, ...this.#newest.values()]))
  }
}
