import { createHash } from 'node:crypto'
import type { Journal, JournalReading, JournalState } from '../../../../src/lib/agent/ports/journal.ts'

/** A journal in memory, which can be told to fail. */
export class MemoryJournal implements Journal {
  readonly checkpoints = new Map<string, Uint8Array>()
  readonly writes: JournalState[] = []
  reading: JournalReading = { kind: 'none' }
  /** Thrown by every write. */
  failure: Error | undefined
  /** Thrown by every read of a checkpoint. */
  readFailure: Error | undefined

  async read(): Promise<JournalReading> {
    return this.reading
  }

  async putAside(): Promise<void> {
    this.reading = { kind: 'none' }
  }

  async write(state: JournalState): Promise<void> {
    if (this.failure !== undefined) throw this.failure
    this.writes.push(state)
  }

  async saveCheckpoint(bytes: Uint8Array): Promise<string> {
    if (this.failure !== undefined) throw this.failure
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.checkpoints.set(sha256, bytes)
    return sha256
  }

  async readCheckpoint(sha256: string): Promise<Uint8Array | undefined> {
    if (this.readFailure !== undefined) throw this.readFailure
    return this.checkpoints.get(sha256)
  }

  async keepCheckpoints(keep: ReadonlySet<string>): Promise<void> {
    for (const one of this.checkpoints.keys()) if (!keep.has(one)) this.checkpoints.delete(one)
  }
}
