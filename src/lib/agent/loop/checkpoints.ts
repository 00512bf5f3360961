import { hash } from 'node:crypto'
import { Failure } from '../../message/failure.ts'
import type { DocumentSource, DocumentVersion } from '../model/config.ts'
import type { Host } from './dependencies.ts'
import { CheckpointMissing } from './loop-messages.ts'

/** What has a text: a source, or one of the two documents of a rollout. */
export type Slot = DocumentSource | 'promoted' | 'candidate'

interface Newest {
  readonly checkpoint: string
  readonly bytes: Uint8Array
}

/** The documents on the disk of this node. The newest one of each slot is kept, even before it is decided about. */
export class Checkpoints {
  readonly #host: HostOfCheckpoints
  readonly #newest = new Map<Slot, Newest>()

  constructor(host: HostOfCheckpoints) {
    this.#host = host
  }

  async save(slot: Slot, bytes: Uint8Array): Promise<void> {
    // Before it is stored: others may be deleted meanwhile.
    this.#newest.set(slot, { checkpoint: hash('sha256', bytes), bytes })
    await this.#host.journal.saveCheckpoint(bytes)
  }

  /**
   * The bytes of a document that was read before. One that is gone, damaged or unreadable is made again from what has the same bytes: what
   * the sources have now, or what the kubelet runs with. Rejects with Failure 'refused' when nothing has them.
   */
  async read({ checkpoint }: Pick<DocumentVersion, 'checkpoint'>): Promise<Uint8Array> {
    const { journal } = this.#host
    const bytes = await journal.readCheckpoint(checkpoint).catch(asFailure)
    if (bytes !== undefined && !(bytes instanceof Failure)) return bytes
    const found = await this.#elsewhere(checkpoint)
    if (found === undefined) throw bytes ?? new Failure('refused', CheckpointMissing({ checkpoint }))
    // A disk that takes nothing must not keep the node from what it has.
    await journal.saveCheckpoint(found).catch(unlessFailure)
    return found
  }

  /** Deletes all but these and the newest. */
  async keep(checkpoints: readonly string[]): Promise<void> {
    const newest = [...this.#newest.values()].map(({ checkpoint }) => checkpoint)
    await this.#host.journal.keepCheckpoints(new Set([...checkpoints, ...newest]))
  }

  async #elsewhere(checkpoint: string): Promise<Uint8Array | undefined> {
    const newest = [...this.#newest.values()].find((one) => one.checkpoint === checkpoint)
    if (newest !== undefined) return newest.bytes
    const live = await this.#host.live.readBytes()
    return live !== undefined && hash('sha256', live) === checkpoint ? live : undefined
  }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

function unlessFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

interface HostOfCheckpoints extends Pick<Host, 'journal'> {
  readonly live: Pick<Host['live'], 'readBytes'>
}
