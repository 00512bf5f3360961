import { join } from 'node:path'
import { writing } from '../../../machine/refusal.ts'
import { ReservedFile } from '../../../machine/reserved-file.ts'
import { sha256 } from '../../../machine/sha256.ts'
import { readOwnFile } from '../state-folder/own-file.ts'
import { quarantine } from '../state-folder/quarantine.ts'
import { emptyRecord, type LiveRecord } from './local-content.ts'

const reservedBytes = 8 * 1024

/** What is remembered of the live file, in the state folder. */
export class RecordFile {
  readonly #stateFolder: string
  readonly #file: ReservedFile

  /** `folder`: in the state folder. */
  constructor(stateFolder: string, folder: string) {
    this.#stateFolder = stateFolder
    this.#file = new ReservedFile(join(folder, 'record.json'), reservedBytes)
  }

  /** A damaged one is put aside, and is as none. */
  async read(): Promise<LiveRecord> {
    const bytes = await readOwnFile(this.#file.path).catch(() => Buffer.from('unreadable'))
    if (bytes === undefined) return emptyRecord
    const record = intact(bytes.toString())
    if (record === undefined) await quarantine(this.#stateFolder, this.#file.path)
    return record ?? emptyRecord
  }

  async write(record: LiveRecord): Promise<void> {
    const text = JSON.stringify({ sha256: sha256(JSON.stringify(record)), record })
    await writing(this.#file.path, () => this.#file.write(text))
  }

  async remove(): Promise<void> {
    await writing(this.#file.path, () => this.#file.remove())
  }
}

function intact(text: string): LiveRecord | undefined {
  try {
    const { sha256: digest, record } = JSON.parse(text) as { sha256: string; record: LiveRecord }
    return record.schemaVersion === 1 && digest === sha256(JSON.stringify(record)) ? record : undefined
  } catch {
    return undefined
  }
}
