import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSubject } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { DraftNotWritable, type HostFact } from './host-messages.ts'
import { writeSynced } from './synced-write.ts'

/** A new name in the user's folder for temporary files. */
export const draftName = (): string => join(tmpdir(), `kubeletcfg-edit-${randomBytes(6).toString('hex')}.yaml`)

/**
 * Writes a file that only this user can read, completely or not at all: on failure, the old contents remain. Rejects with
 * Failure 'usage' when the operating system refuses.
 */
export async function writeDraft(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeSynced(path, bytes, { mode: 0o600 })
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw error
    const fact: HostFact = DraftNotWritable({ subject: fileSubject(path), errno: code })
    throw new Failure('usage', fact, { cause: error })
  }
}

/** All of it; nothing when it was removed. */
export const readDraft = (path: string): Promise<Uint8Array> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return new Uint8Array()
    throw error
  })

export const removeDraft = (path: string): Promise<void> => rm(path, { force: true })
