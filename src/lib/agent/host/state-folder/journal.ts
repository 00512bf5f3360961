import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StateNewer } from '../../../machine/host-messages.ts'
import { reading, writing } from '../../../machine/refusal.ts'
import { ReservedFile } from '../../../machine/reserved-file.ts'
import { sha256 } from '../../../machine/sha256.ts'
import { removeSynced, sweepTemporaries, writeSynced } from '../../../machine/synced-write.ts'
import { type Fact, fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'
import type { Journal, JournalReading, JournalState } from '../../ports/journal.ts'
import { readOwnFile } from './own-file.ts'
import { checkpointName, digestOfName } from './own-name.ts'
import { quarantine } from './quarantine.ts'
import { readStateFile } from './state-file.ts'
import { stateFolderNames } from './state-folder.ts'
import { type Reader, stateText } from './state-text.ts'

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
  /** A state that cannot be read could not be moved yet. */
  #isInTheWay = false
  /** Writes come one after the other: to delete what interrupted ones left must not meet one that is under way. */
  #written: Promise<unknown> = Promise.resolve()

  constructor(folder: string, reader: Reader) {
    this.#folder = folder
    this.#reader = reader
    this.#file = new ReservedFile(join(folder, stateFolderNames.state), reservedBytes)
    this.#checkpoints = join(folder, stateFolderNames.checkpoints)
  }

  async read(): Promise<JournalReading> {
    const found = await readStateFile(this.#file.path, this.#reader)
    this.#newer = found.kind === 'newer'
    if (found.kind !== 'damaged' && found.kind !== 'foreign') return found
    return { kind: found.kind, quarantined: await quarantine(this.#folder, this.#file.path) }
  }

  async putAside(): Promise<void> {
    this.#isInTheWay = (await quarantine(this.#folder, this.#file.path)) === undefined
  }

  async write(state: JournalState): Promise<void> {
    this.#mayChange()
    await this.#alone(async () => {
      if (this.#isInTheWay) await quarantine(this.#folder, this.#file.path)
      await writing(this.#file.path, () => this.#file.write(stateText(state, this.#reader.machine)))
      this.#isInTheWay = false
    })
  }

  async saveCheckpoint(bytes: Uint8Array): Promise<string> {
    this.#mayChange()
    const digest = sha256(bytes)
    const path = join(this.#checkpoints, checkpointName(digest))
    await this.#alone(async () => {
      const isThere = await this.readCheckpoint(digest).then((found) => found !== undefined, notIfRefused)
      if (!isThere) await writing(path, () => writeSynced(path, bytes, { mode: 0o600 }))
    })
    return digest
  }

  async readCheckpoint(digest: string): Promise<Uint8Array | undefined> {
    const path = join(this.#checkpoints, checkpointName(digest))
    const bytes = await readOwnFile(path).catch(ifNoFile)
    if (bytes === undefined || (bytes !== 'no file' && sha256(bytes) === digest)) return bytes
    if (!this.#newer) await quarantine(this.#folder, path)
    return undefined
  }

  async keepCheckpoints(keep: ReadonlySet<string>): Promise<void> {
    this.#mayChange()
    await this.#alone(() => this.#keepCheckpoints(keep))
  }

  async #keepCheckpoints(keep: ReadonlySet<string>): Promise<void> {
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

  #alone(write: () => Promise<void>): Promise<void> {
    const done = this.#written.then(write)
    this.#written = done.catch(() => undefined)
    return done
  }

  #mayChange(): void {
    if (!this.#newer) return
    throw new Failure('refused', StateNewer({ subject: fileSubject(this.#file.path) }))
  }
}

function notIfRefused(error: unknown): boolean {
  if (error instanceof Failure && error.code === 'refused') return false
  throw error
}

/** A folder, a pipe or a link in the place of a file does not become one by itself, as a disk may answer again. */
function ifNoFile(error: unknown): 'no file' {
  const { reason, errno } = error instanceof Failure ? (error.fact as Fact & { errno?: string }) : {}
  if (reason === 'FileIrregular' || errno === 'ELOOP') return 'no file'
  throw error
}
