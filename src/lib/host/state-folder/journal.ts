import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Journal, JournalReading, JournalState } from '../../ports/host/journal.ts'
import type { HostFact } from '../host-fact.ts'
import { reading, writing } from '../refusal.ts'
import { ReservedFile } from '../reserved-file.ts'
import { sha256 } from '../sha256.ts'
import { removeSynced, sweepTemporaries, writeSynced } from '../synced-write.ts'
import { readOwnFile } from './own-file.ts'
import { checkpointName, digestOfName } from './own-name.ts'
import { quarantine } from './quarantine.ts'
import { stateFolderNames } from './state-folder.ts'
import { type Reader, readStateText, stateText } from './state-text.ts'

/** The state fits into this many times over. */
const reservedBytes = 64 * 1024

/** The journal in an open state folder (openStateFolder). The caller holds its lock. */
export class FolderJournal implements Journal {
  readonly #folder: string
  readonly #reader: Reader
  readonly #file: ReservedFile
  readonly #checkpoints: string
  /** A newer program's state was seen: nothing may be changed. */
  #newer = false

  constructor(folder: string, reader: Reader) {
    this.#folder = folder
    this.#reader = reader
    this.#file = new ReservedFile(join(folder, stateFolderNames.state), reservedBytes)
    this.#checkpoints = join(folder, stateFolderNames.checkpoints)
  }

  async read(): Promise<JournalReading> {
    const bytes = await readOwnFile(this.#file.path)
    if (bytes === undefined) return { kind: 'none' }
    const found = readStateText(bytes.toString(), this.#reader)
    this.#newer = found.kind === 'newer'
    if (found.kind === 'state' || found.kind === 'newer') return found
    return { kind: found.kind, quarantined: await quarantine(this.#folder, this.#file.path) }
  }

  async write(state: JournalState): Promise<void> {
    this.#mayChange()
    await writing(this.#file.path, () => this.#file.write(stateText(state, this.#reader.machine)))
  }

  async saveCheckpoint(bytes: Uint8Array): Promise<string> {
    this.#mayChange()
    const digest = sha256(bytes)
    const path = join(this.#checkpoints, checkpointName(digest))
    if ((await this.readCheckpoint(digest)) === undefined)
      await writing(path, () => writeSynced(path, bytes, { mode: 0o600 }))
    return digest
  }

  async readCheckpoint(digest: string): Promise<Uint8Array | undefined> {
    const path = join(this.#checkpoints, checkpointName(digest))
    const bytes = await readOwnFile(path).catch((error) => {
      if ((error as Failure).code === 'refused') return 'unreadable' as const
      throw error
    })
    if (bytes === undefined || (bytes !== 'unreadable' && sha256(bytes) === digest)) return bytes
    if (!this.#newer) await quarantine(this.#folder, path)
    return undefined
  }

  async keepCheckpoints(keep: ReadonlySet<string>): Promise<void> {
    this.#mayChange()
    const names = await reading(this.#checkpoints, () => readdir(this.#checkpoints))
    const gone = names.filter((name) => {
      const digest = digestOfName(name)
      return digest !== undefined && !keep.has(digest)
    })
    await writing(this.#checkpoints, async () => {
      await removeSynced(this.#checkpoints, gone)
      for (const folder of [this.#checkpoints, this.#folder]) await sweepTemporaries(folder)
    })
  }

  #mayChange(): void {
    if (!this.#newer) return
    throw new Failure<HostFact>('refused', { reason: 'StateNewer', subject: fileSubject(this.#file.path) })
  }
}
